ALTER TABLE "categories" ADD COLUMN "names" jsonb;--> statement-breakpoint
ALTER TABLE "genres" ADD COLUMN "names" jsonb;--> statement-breakpoint
ALTER TABLE "live_categories" ADD COLUMN "names" jsonb;--> statement-breakpoint
ALTER TABLE "shelves" ADD COLUMN "names" jsonb;