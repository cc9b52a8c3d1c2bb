DROP INDEX "charges_lookup";--> statement-breakpoint
DROP INDEX "consents_retain";--> statement-breakpoint
DROP INDEX "messages_due";--> statement-breakpoint
DROP INDEX "refunds_lookup";--> statement-breakpoint
DROP INDEX "subscriptions_renewing";--> statement-breakpoint
DROP INDEX "subscriptions_ending";--> statement-breakpoint
DROP INDEX "subscriptions_remind";--> statement-breakpoint
CREATE INDEX "charges_lookup" ON "charges" USING btree ("lookup_at","id") WHERE lookup_at is not null;--> statement-breakpoint
CREATE INDEX "consents_retain" ON "consents" USING btree ("retain_until","id") WHERE retain_until is not null;--> statement-breakpoint
CREATE INDEX "messages_due" ON "messages" USING btree ("due_at","id") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "refunds_lookup" ON "refunds" USING btree ("lookup_at","id") WHERE lookup_at is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_renewing" ON "subscriptions" USING btree ("due_at","id") WHERE due_at is not null and status in ('trial', 'active', 'grace', 'parked');--> statement-breakpoint
CREATE INDEX "subscriptions_ending" ON "subscriptions" USING btree ("due_at","id") WHERE due_at is not null and status in ('cancelled', 'due');--> statement-breakpoint
CREATE INDEX "subscriptions_remind" ON "subscriptions" USING btree ("remind_at","id") WHERE remind_at is not null;