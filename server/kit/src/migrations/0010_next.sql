ALTER TABLE "categories" ADD COLUMN "names" jsonb;--> statement-breakpoint
ALTER TABLE "genres" ADD COLUMN "names" jsonb;--> statement-breakpoint
ALTER TABLE "live_categories" ADD COLUMN "names" jsonb;--> statement-breakpoint
ALTER TABLE "live_channels" ADD COLUMN "slate_title_id" integer;--> statement-breakpoint
ALTER TABLE "shelves" ADD COLUMN "names" jsonb;