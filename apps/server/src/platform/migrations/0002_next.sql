CREATE TABLE "play_reports_deleted" (
	"id" integer PRIMARY KEY NOT NULL,
	"until_day" date NOT NULL
);
