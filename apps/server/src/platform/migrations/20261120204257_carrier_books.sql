CREATE TABLE "reconciliation_entries" (
	"run" uuid NOT NULL,
	"place" integer NOT NULL,
	"reference" text,
	"carrier_payment_id" text,
	"amount" bigint NOT NULL,
	"status" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"charge_id" uuid,
	CONSTRAINT "reconciliation_entries_run_place_pk" PRIMARY KEY("run","place")
);
--> statement-breakpoint
CREATE TABLE "reconciliation_runs" (
	"key" text PRIMARY KEY NOT NULL,
	"run" uuid NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "write_offs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"once_key" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "write_offs_once_key_unique" UNIQUE("once_key")
);
--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "seen_by" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_entries_payment" ON "reconciliation_entries" USING btree ("run","carrier_payment_id") WHERE carrier_payment_id is not null;--> statement-breakpoint
CREATE INDEX "reconciliation_entries_charge" ON "reconciliation_entries" USING btree ("run","charge_id") WHERE charge_id is not null;--> statement-breakpoint
CREATE INDEX "ledger_lines_at" ON "ledger_lines" USING brin ("at");