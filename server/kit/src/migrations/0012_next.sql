ALTER TABLE "refunds" ALTER COLUMN "charge_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "case_id" uuid;--> statement-breakpoint
ALTER TABLE "write_off_requests" ADD COLUMN "gives_back" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_case" ON "refunds" USING btree ("case_id") WHERE case_id is not null and state <> 'denied';