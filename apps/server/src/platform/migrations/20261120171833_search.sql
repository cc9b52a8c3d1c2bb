CREATE TABLE "search_entries" (
	"kind" text NOT NULL,
	"id" integer NOT NULL,
	"name" text NOT NULL,
	"path" text NOT NULL,
	"joined" text collate "C" NOT NULL,
	"terms" "tsvector" NOT NULL,
	"words" "tsvector" NOT NULL,
	"shown" "tstzmultirange" NOT NULL,
	"belongs_to" text[] NOT NULL,
	CONSTRAINT "search_entries_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
CREATE TABLE "search_index" (
	"id" smallint PRIMARY KEY NOT NULL,
	"rules" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text collate "C" PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE INDEX "search_entries_joined" ON "search_entries" USING btree ("joined");--> statement-breakpoint
CREATE INDEX "search_entries_terms" ON "search_entries" USING gin ("terms");--> statement-breakpoint
CREATE INDEX "search_entries_words" ON "search_entries" USING gin ("words");