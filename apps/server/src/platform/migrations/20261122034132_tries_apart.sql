ALTER TABLE "subscriptions" ADD COLUMN "charging_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "topped_up_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "top_up_day" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "top_up_tries" integer DEFAULT 0 NOT NULL;