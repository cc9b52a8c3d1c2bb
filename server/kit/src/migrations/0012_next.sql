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
--> statement-breakpoint
DROP INDEX "charges_created";--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "charge_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_lines" DROP CONSTRAINT "ledger_lines_pkey";--> statement-breakpoint
ALTER TABLE "ledger_lines" ALTER COLUMN "id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "report_plays" ADD COLUMN "backup_plays" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "report_plays" ADD COLUMN "backup_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "report_plays" ADD COLUMN "unwatched_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "case_id" uuid;--> statement-breakpoint
ALTER TABLE "write_off_requests" ADD COLUMN "gives_back" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "episodes_next_asset" ON "episodes" USING btree ("next_asset_id") WHERE "episodes"."next_asset_id" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "episodes_words" ON "episodes" USING gin (("title" || ' ' || "slug") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "titles_next_asset" ON "titles" USING btree ("next_asset_id") WHERE "titles"."next_asset_id" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "titles_filmless" ON "titles" USING btree ("id") WHERE "titles"."kind" = 'video' and "titles"."asset_id" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "titles_hidden" ON "titles" USING btree ("kind","id") WHERE not "titles"."published";--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "media_assets_newest" ON "media_assets" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "media_assets_state" ON "media_assets" USING btree ("state","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "charges_made" ON "charges" USING brin ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_case" ON "refunds" USING btree ("case_id") WHERE case_id is not null and state <> 'denied';