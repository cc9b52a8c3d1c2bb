CREATE TABLE "inbound_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"msisdn" text NOT NULL,
	"subscription_id" uuid,
	"read_as" text NOT NULL,
	"text" text,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "inbound_messages_msisdn" ON "inbound_messages" USING btree ("msisdn","at");--> statement-breakpoint
CREATE INDEX "inbound_messages_alone" ON "inbound_messages" USING btree ("at") WHERE subscription_id is null;--> statement-breakpoint
CREATE INDEX "messages_alone" ON "messages" USING btree ("created_at") WHERE subscription_id is null;--> statement-breakpoint
CREATE INDEX "subscribers_gone" ON "subscribers" USING btree ("forgotten_at") WHERE forgotten_at is not null;