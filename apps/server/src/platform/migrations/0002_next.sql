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
CREATE INDEX "care_refunds_waiting" ON "care_refunds" USING btree ("expires_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "episodes_updated" ON "episodes" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "episodes_from" ON "episodes" USING btree ("available_from") WHERE "episodes"."available_from" is not null;--> statement-breakpoint
CREATE INDEX "episodes_until" ON "episodes" USING btree ("available_until") WHERE "episodes"."available_until" is not null;--> statement-breakpoint
CREATE INDEX "titles_updated" ON "titles" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "titles_from" ON "titles" USING btree ("available_from") WHERE "titles"."available_from" is not null;--> statement-breakpoint
CREATE INDEX "titles_until" ON "titles" USING btree ("available_until") WHERE "titles"."available_until" is not null;