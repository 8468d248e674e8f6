-- One table of search documents takes the place of a table, a function and a trigger for each kind. The words are split and
-- folded by the server (packages/contract/src/words.ts); the database only stores them. A job fills the table in batches.
DROP TRIGGER "posts_are_searched" ON "posts";--> statement-breakpoint
DROP TRIGGER "users_are_searched" ON "users";--> statement-breakpoint
DROP TRIGGER "library_items_are_searched" ON "library_items";--> statement-breakpoint
DROP TRIGGER "meditations_are_searched" ON "meditations";--> statement-breakpoint
DROP TRIGGER "journal_prompts_are_searched" ON "journal_prompts";--> statement-breakpoint
DROP TRIGGER "events_are_searched" ON "events";--> statement-breakpoint
DROP FUNCTION keep_searched_posts(), keep_searched_users(), keep_searched_library_items(), keep_searched_meditations(), keep_searched_journal_prompts(), keep_searched_events(), searched_words(text, text);--> statement-breakpoint
DROP TEXT SEARCH CONFIGURATION searched;--> statement-breakpoint
DROP TEXT SEARCH CONFIGURATION searched_plainly;--> statement-breakpoint
DROP TABLE "searched_events", "searched_posts", "searched_journal_prompts", "searched_library_items", "searched_meditations", "searched_users", "search_progress", "search_words";--> statement-breakpoint
DROP INDEX "library_items_by_title";--> statement-breakpoint
CREATE TABLE "search_changes" (
	"place" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_documents" (
	"type" text NOT NULL,
	"id" uuid NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "search_documents_key" PRIMARY KEY("type","id")
);
--> statement-breakpoint
CREATE TABLE "search_progress" (
	"type" text PRIMARY KEY NOT NULL,
	"until" uuid,
	"documents" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text COLLATE "C" PRIMARY KEY NOT NULL,
	"uses" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "search_documents_by_words" ON "search_documents" USING gin ("words") WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "search_words_by_likeness" ON "search_words" USING gin ("word" gin_trgm_ops);
