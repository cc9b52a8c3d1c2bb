CREATE TABLE "end_records" (
	"name" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"record" jsonb,
	"due_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "end_records_due" ON "end_records" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "end_records_at" ON "end_records" USING btree ("at");