CREATE TABLE "carrier_pace" (
	"carrier" text PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"failures" integer NOT NULL,
	"paused_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "carrier_seats" (
	"seat" integer PRIMARY KEY NOT NULL,
	"holder" uuid,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"reference" text,
	"carrier_payment_id" text,
	"day" date,
	"ours" jsonb,
	"theirs" jsonb,
	"proposal" jsonb NOT NULL,
	"state" text NOT NULL,
	"note" text,
	"created_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "reconciliations" (
	"key" text PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"source" text NOT NULL,
	"matched" integer NOT NULL,
	"missing_here" integer NOT NULL,
	"missing_there" integer NOT NULL,
	"differing" integer NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settlements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"month" text NOT NULL,
	"paid" bigint NOT NULL,
	"share" bigint NOT NULL,
	"reference" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "settlements_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"charge_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"amount" integer NOT NULL,
	"vat" integer NOT NULL,
	"state" text NOT NULL,
	"why" text NOT NULL,
	"reason" text,
	"detail" text,
	"carrier_refund_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"lookup_at" timestamp with time zone,
	"lookups" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "ledger_lines_account";--> statement-breakpoint
DROP INDEX "subscriptions_due";--> statement-breakpoint
DROP INDEX "subscriptions_one_running";--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "package_id" text;--> statement-breakpoint
UPDATE "charges" SET "package_id" = (SELECT "package_id" FROM "subscriptions" WHERE "subscriptions"."id" = "charges"."subscription_id");--> statement-breakpoint
ALTER TABLE "charges" ALTER COLUMN "package_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "surplus" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "refunded" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "subscription_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "once_key" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "carrier_message_id" text;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "owner_checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "charging_package_id" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "next_try_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "taken_month" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "taken_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "remind_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "cases_subject" ON "cases" USING btree ("kind","subject");--> statement-breakpoint
CREATE INDEX "cases_open" ON "cases" USING btree ("created_at") WHERE state = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_reference" ON "refunds" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "refunds_charge" ON "refunds" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "refunds_lookup" ON "refunds" USING btree ("lookup_at") WHERE lookup_at is not null;--> statement-breakpoint
CREATE INDEX "charges_created" ON "charges" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "messages_subscription" ON "messages" USING btree ("subscription_id") WHERE due_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "messages_once" ON "messages" USING btree ("once_key") WHERE once_key is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_renewing" ON "subscriptions" USING btree ("due_at") WHERE due_at is not null and status in ('trial', 'active', 'grace', 'parked');--> statement-breakpoint
CREATE INDEX "subscriptions_ending" ON "subscriptions" USING btree ("due_at") WHERE due_at is not null and status in ('cancelled', 'due');--> statement-breakpoint
CREATE INDEX "subscriptions_remind" ON "subscriptions" USING btree ("remind_at") WHERE remind_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_one_running" ON "subscriptions" USING btree ("subscriber_id") WHERE status in ('pending', 'trial', 'active', 'due', 'grace', 'parked');--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_refunded" CHECK (refunded between 0 and amount);--> statement-breakpoint
UPDATE "subscriptions" SET "charging_package_id" = "package_id" WHERE "status" = 'pending';--> statement-breakpoint
UPDATE "subscriptions" SET "remind_at" = "started_at" + interval '25 days' WHERE "status" IN ('trial', 'active');
