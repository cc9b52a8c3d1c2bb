CREATE TABLE "brand_versions" (
	"number" integer PRIMARY KEY NOT NULL,
	"files" jsonb NOT NULL,
	"began_with" integer,
	"made_by" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"published_by" text,
	"published_at" timestamp with time zone,
	"published_for" text
);
