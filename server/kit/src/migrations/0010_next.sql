CREATE TABLE "live_dated" (
	"live_channel_id" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"minutes" integer NOT NULL,
	"title" text NOT NULL,
	"synopsis" text NOT NULL,
	"rating_age" text NOT NULL,
	"rating_advice" text[] NOT NULL,
	"title_id" integer,
	"episode_id" integer,
	CONSTRAINT "live_dated_live_channel_id_starts_at_pk" PRIMARY KEY("live_channel_id","starts_at"),
	CONSTRAINT "live_dated_of_a_day" CHECK ("live_dated"."minutes" between 1 and 1440)
);
--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "names" jsonb;--> statement-breakpoint
ALTER TABLE "genres" ADD COLUMN "names" jsonb;--> statement-breakpoint
ALTER TABLE "live_categories" ADD COLUMN "names" jsonb;--> statement-breakpoint
ALTER TABLE "live_channels" ADD COLUMN "slate_title_id" integer;--> statement-breakpoint
ALTER TABLE "shelves" ADD COLUMN "names" jsonb;--> statement-breakpoint
ALTER TABLE "live_dated" ADD CONSTRAINT "live_dated_live_channel_id_live_channels_id_fk" FOREIGN KEY ("live_channel_id") REFERENCES "public"."live_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "titles_by_title" ON "titles" USING btree ("kind",lower("title"),"id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "titles_words" ON "titles" USING gin (("title" || ' ' || "slug") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "catalogue_keys_words" ON "catalogue_keys" USING gin ("key" gin_trgm_ops);