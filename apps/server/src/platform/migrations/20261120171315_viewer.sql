CREATE TABLE "feedback" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subscriber_id" bigint NOT NULL,
	"experience" integer NOT NULL,
	"comment" text NOT NULL,
	"comment_type" text NOT NULL,
	"platform" text,
	"site_version" text,
	"country" text,
	"locale" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "feedback_experience" CHECK ("feedback"."experience" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "forgotten_numbers" (
	"mark" text PRIMARY KEY NOT NULL,
	"trial_used_at" timestamp with time zone,
	"blocked_at" timestamp with time zone,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "header_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "header_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"headers" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "playback_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "playback_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid NOT NULL,
	"video" text NOT NULL,
	"status" text NOT NULL,
	"duration" double precision,
	"paused_at" double precision,
	"finished_at" double precision,
	"subscriber_id" bigint,
	"platform" text,
	"site_version" text,
	"country" text,
	"locale" text,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "list_items" (
	"subscriber_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"entity_id" integer NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "list_items_subscriber_id_kind_entity_id_pk" PRIMARY KEY("subscriber_id","kind","entity_id")
);
--> statement-breakpoint
CREATE TABLE "resume_positions" (
	"subscriber_id" bigint NOT NULL,
	"title_id" integer NOT NULL,
	"episode_id" integer,
	"seconds" integer,
	"duration_seconds" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "resume_positions_subscriber_id_title_id_pk" PRIMARY KEY("subscriber_id","title_id"),
	CONSTRAINT "resume_positions_seconds" CHECK ("resume_positions"."seconds" is null or "resume_positions"."seconds" >= 0)
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "forget" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "forgotten_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "next_package_id" text;--> statement-breakpoint
CREATE INDEX "feedback_subscriber" ON "feedback" USING btree ("subscriber_id","at");--> statement-breakpoint
CREATE INDEX "playback_log_uuid" ON "playback_log" USING btree ("uuid","id");--> statement-breakpoint
CREATE INDEX "playback_log_subscriber" ON "playback_log" USING btree ("subscriber_id","id");--> statement-breakpoint
CREATE INDEX "playback_log_at" ON "playback_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "list_items_added" ON "list_items" USING btree ("subscriber_id","added_at");--> statement-breakpoint
CREATE INDEX "resume_positions_at" ON "resume_positions" USING btree ("subscriber_id","at");