CREATE TABLE "charge_resends" (
	"charge_id" uuid PRIMARY KEY NOT NULL,
	"carrier_id" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "legal_texts" (
	"kind" text NOT NULL,
	"language" text NOT NULL,
	"version" text NOT NULL,
	"hash" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "legal_texts_kind_language_version_pk" PRIMARY KEY("kind","language","version")
);
--> statement-breakpoint
CREATE TABLE "ledger_months" (
	"entry_id" uuid PRIMARY KEY NOT NULL,
	"carrier_id" text NOT NULL,
	"month" text NOT NULL,
	"posted_month" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "write_off_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"carrier_id" text NOT NULL,
	"month" text,
	"amount" bigint NOT NULL,
	"vat" bigint,
	"reason" text NOT NULL,
	"case_id" uuid,
	"once_key" text NOT NULL,
	"state" text NOT NULL,
	"asked_by" text NOT NULL,
	"asked_by_name" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"decided_by" text,
	"decided_by_name" text,
	"decided_at" timestamp with time zone,
	"decided_reason" text,
	CONSTRAINT "write_off_requests_once_key_unique" UNIQUE("once_key"),
	CONSTRAINT "write_off_requests_amount" CHECK (amount > 0)
);
--> statement-breakpoint
CREATE TABLE "live_plans" (
	"live_channel_id" integer NOT NULL,
	"revision" integer NOT NULL,
	"fingerprint" text NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	"starts_at" bigint NOT NULL,
	"sequence" bigint NOT NULL,
	"discontinuity" bigint NOT NULL,
	"plan" jsonb NOT NULL,
	CONSTRAINT "live_plans_live_channel_id_revision_pk" PRIMARY KEY("live_channel_id","revision")
);
--> statement-breakpoint
CREATE TABLE "package_names" (
	"id" uuid PRIMARY KEY NOT NULL,
	"package_id" text NOT NULL,
	"name" text NOT NULL,
	"words" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by" text NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "end_records" (
	"name" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"record" jsonb,
	"due_at" timestamp with time zone,
	"before_replay" boolean
);
--> statement-breakpoint
CREATE TABLE "end_replays" (
	"id" text PRIMARY KEY NOT NULL,
	"database" text NOT NULL,
	"written_by" text NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "fences" (
	"id" text PRIMARY KEY NOT NULL,
	"database" text NOT NULL,
	"written_by" text NOT NULL,
	"state" text NOT NULL,
	"problem" text,
	"lineage" uuid NOT NULL,
	"token" uuid,
	"next_token" uuid,
	"renewed_at" timestamp with time zone,
	"seen_token" uuid,
	"seen_at" timestamp with time zone,
	"away_since" timestamp with time zone,
	"due_at" timestamp with time zone NOT NULL,
	"note" text
);
--> statement-breakpoint
ALTER TABLE "settlements" DROP CONSTRAINT "settlements_reference_unique";--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "care_disputes" ADD COLUMN "decided_by_id" text;--> statement-breakpoint
ALTER TABLE "catalogue_assets" ADD COLUMN "audio" jsonb;--> statement-breakpoint
ALTER TABLE "episodes" ADD COLUMN "imported_captions" jsonb;--> statement-breakpoint
ALTER TABLE "live_slots" ADD COLUMN "title_id" integer;--> statement-breakpoint
ALTER TABLE "live_slots" ADD COLUMN "episode_id" integer;--> statement-breakpoint
ALTER TABLE "titles" ADD COLUMN "imported_captions" jsonb;--> statement-breakpoint
ALTER TABLE "catalogue_versions" ADD COLUMN "deletion" jsonb;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "terms_version" text;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "privacy_version" text;--> statement-breakpoint
ALTER TABLE "write_offs" ADD COLUMN "month" text;--> statement-breakpoint
ALTER TABLE "write_offs" ADD COLUMN "vat" bigint;--> statement-breakpoint
ALTER TABLE "write_offs" ADD COLUMN "share" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contributions" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "contributions" ADD COLUMN "end_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "file_name" text;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "audio" jsonb;--> statement-breakpoint
ALTER TABLE "media_assets" ADD COLUMN "notes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "media_uploads" ADD COLUMN "file_name" text;--> statement-breakpoint
ALTER TABLE "media_uploads" ADD COLUMN "begun_by" text;--> statement-breakpoint
ALTER TABLE "media_uploads" ADD COLUMN "last_piece_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD COLUMN "carrier_id" text;--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD COLUMN "carrier_message_id" text;--> statement-breakpoint
ALTER TABLE "staff_accounts" ADD COLUMN "link_asked_by" uuid;--> statement-breakpoint
ALTER TABLE "staff_api_keys" ADD COLUMN "created_by_id" uuid;--> statement-breakpoint
ALTER TABLE "playing_devices" ADD COLUMN "held_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "round" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "charge_resends_sent" ON "charge_resends" USING btree ("carrier_id","sent_at","charge_id");--> statement-breakpoint
CREATE INDEX "ledger_months_month" ON "ledger_months" USING btree ("carrier_id","month");--> statement-breakpoint
CREATE INDEX "ledger_months_posted" ON "ledger_months" USING btree ("carrier_id","posted_month");--> statement-breakpoint
CREATE INDEX "write_off_requests_asked" ON "write_off_requests" USING btree ("asked_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "write_off_requests_waiting" ON "write_off_requests" USING btree ("carrier_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "write_off_requests_case" ON "write_off_requests" USING btree ("case_id") WHERE case_id is not null;--> statement-breakpoint
CREATE INDEX "package_names_package" ON "package_names" USING btree ("package_id","at");--> statement-breakpoint
CREATE INDEX "end_records_due" ON "end_records" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "end_records_at" ON "end_records" USING btree ("at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "charges_carrier_created" ON "charges" USING btree ("carrier_id","created_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "cases_state" ON "cases" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "catalogue_versions_deleted" ON "catalogue_versions" USING btree ("at" DESC NULLS LAST) WHERE "catalogue_versions"."action" = 'deleted';--> statement-breakpoint
CREATE UNIQUE INDEX "settlements_reference" ON "settlements" USING btree ("carrier_id","reference");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "staff_audit_at" ON "staff_audit" USING btree ("at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "staff_audit_reason" ON "staff_audit" USING gin ("reason" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "webhook_deliveries_left" ON "webhook_deliveries" USING btree ("state","position") WHERE state <> 'delivered';