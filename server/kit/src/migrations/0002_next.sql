CREATE TABLE "catalogue_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"ordinal" bigint GENERATED ALWAYS AS IDENTITY (sequence name "catalogue_imports_ordinal_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor" text NOT NULL,
	"source_kind" text NOT NULL,
	"source_name" text NOT NULL,
	"state" text NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"reported_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"created" integer NOT NULL,
	"changed" integer NOT NULL,
	"unchanged" integer NOT NULL,
	"deleted" integer NOT NULL,
	"refused" integer NOT NULL,
	"problem_count" integer NOT NULL,
	"problems" jsonb,
	CONSTRAINT "catalogue_imports_ordinal_unique" UNIQUE("ordinal")
);
--> statement-breakpoint
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
CREATE INDEX "catalogue_imports_reported" ON "catalogue_imports" USING btree ("reported_at");--> statement-breakpoint
CREATE INDEX "network_counts_until" ON "network_counts" USING btree ("until");--> statement-breakpoint
CREATE INDEX "care_refunds_waiting" ON "care_refunds" USING btree ("expires_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "episodes_updated" ON "episodes" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "episodes_from" ON "episodes" USING btree ("available_from") WHERE "episodes"."available_from" is not null;--> statement-breakpoint
CREATE INDEX "episodes_until" ON "episodes" USING btree ("available_until") WHERE "episodes"."available_until" is not null;--> statement-breakpoint
CREATE INDEX "titles_updated" ON "titles" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "titles_from" ON "titles" USING btree ("available_from") WHERE "titles"."available_from" is not null;--> statement-breakpoint
CREATE INDEX "titles_until" ON "titles" USING btree ("available_until") WHERE "titles"."available_until" is not null;