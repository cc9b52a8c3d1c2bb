-- Made anew at the start.
delete from search_entries;--> statement-breakpoint
ALTER TABLE "search_entries" ADD COLUMN "own" "tsvector" NOT NULL;--> statement-breakpoint
CREATE INDEX "search_entries_own" ON "search_entries" USING gin ("own");