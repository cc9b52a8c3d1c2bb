CREATE TABLE "network_counts" (
	"mark" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "play_reports_deleted" (
	"id" integer PRIMARY KEY NOT NULL,
	"until_day" date NOT NULL
);
--> statement-breakpoint
ALTER TABLE "artworks" ADD COLUMN "given" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "network_counts_until" ON "network_counts" USING btree ("until");--> statement-breakpoint
CREATE INDEX "care_refunds_waiting" ON "care_refunds" USING btree ("expires_at") WHERE state = 'waiting';