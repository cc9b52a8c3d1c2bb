CREATE TABLE "unblockings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subscriber_id" bigint NOT NULL,
	"blocked_at" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "unblockings_subscriber" ON "unblockings" USING btree ("subscriber_id");
--> statement-breakpoint
create trigger unblockings_append_only before update or delete on unblockings for each statement execute function refuse_change();
--> statement-breakpoint
create trigger unblockings_not_emptied before truncate on unblockings for each statement execute function refuse_change();
