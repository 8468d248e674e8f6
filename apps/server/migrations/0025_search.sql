CREATE EXTENSION IF NOT EXISTS unaccent;--> statement-breakpoint
-- English by the stems of its words, so that "meditating" finds a meditation; names and titles also as they are, for in them
-- "will" and "it" are words as well. Both without accents.
CREATE TEXT SEARCH CONFIGURATION searched (COPY = english);--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION searched ALTER MAPPING FOR asciiword, word, hword, hword_part, asciihword, hword_asciipart
  WITH unaccent, english_stem;--> statement-breakpoint
CREATE TEXT SEARCH CONFIGURATION searched_plainly (COPY = simple);--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION searched_plainly ALTER MAPPING FOR asciiword, word, hword, hword_part, asciihword, hword_asciipart
  WITH unaccent, simple;--> statement-breakpoint
CREATE FUNCTION searched_words(title text, rest text) RETURNS tsvector LANGUAGE plpgsql STABLE AS $$
BEGIN
  title := normalize(coalesce(title, ''), NFC);
  rest := normalize(coalesce(rest, ''), NFC);
  IF title = '' THEN RETURN to_tsvector('searched', rest); END IF;
  RETURN setweight(to_tsvector('searched_plainly', title), 'A') || to_tsvector('searched', title || ' ' || rest);
END $$;--> statement-breakpoint
CREATE TABLE "searched_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"words" tsvector NOT NULL
);
--> statement-breakpoint
CREATE TABLE "searched_posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"words" tsvector NOT NULL
);
--> statement-breakpoint
CREATE TABLE "searched_journal_prompts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"words" tsvector NOT NULL
);
--> statement-breakpoint
CREATE TABLE "searched_library_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"words" tsvector NOT NULL
);
--> statement-breakpoint
CREATE TABLE "searched_meditations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"words" tsvector NOT NULL
);
--> statement-breakpoint
CREATE TABLE "searched_users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"words" tsvector NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_progress" (
	"source" text PRIMARY KEY NOT NULL,
	"until" uuid NOT NULL,
	"rows" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text COLLATE "C" PRIMARY KEY NOT NULL,
	"uses" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "searched_events" ADD CONSTRAINT "searched_events_id_events_id_fk" FOREIGN KEY ("id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "searched_posts" ADD CONSTRAINT "searched_posts_id_posts_id_fk" FOREIGN KEY ("id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "searched_journal_prompts" ADD CONSTRAINT "searched_journal_prompts_id_journal_prompts_id_fk" FOREIGN KEY ("id") REFERENCES "public"."journal_prompts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "searched_library_items" ADD CONSTRAINT "searched_library_items_id_library_items_id_fk" FOREIGN KEY ("id") REFERENCES "public"."library_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "searched_meditations" ADD CONSTRAINT "searched_meditations_id_meditations_id_fk" FOREIGN KEY ("id") REFERENCES "public"."meditations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "searched_users" ADD CONSTRAINT "searched_users_id_users_id_fk" FOREIGN KEY ("id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "searched_events_by_words" ON "searched_events" USING gin ("words") WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "searched_posts_by_words" ON "searched_posts" USING gin ("words") WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "searched_journal_prompts_by_words" ON "searched_journal_prompts" USING gin ("words") WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "searched_library_items_by_words" ON "searched_library_items" USING gin ("words") WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "searched_meditations_by_words" ON "searched_meditations" USING gin ("words") WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "searched_users_by_words" ON "searched_users" USING gin ("words") WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "search_words_by_likeness" ON "search_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE FUNCTION keep_searched_posts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO searched_posts (id, words) VALUES (NEW.id, searched_words(NULL, NEW.content))
    ON CONFLICT (id) DO UPDATE SET words = excluded.words;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER posts_are_searched AFTER INSERT OR UPDATE OF content ON posts
  FOR EACH ROW EXECUTE FUNCTION keep_searched_posts();--> statement-breakpoint
CREATE FUNCTION keep_searched_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO searched_users (id, words) VALUES (NEW.id, searched_words(NEW.first_name || ' ' || NEW.last_name, NEW.title))
    ON CONFLICT (id) DO UPDATE SET words = excluded.words;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER users_are_searched AFTER INSERT OR UPDATE OF first_name, last_name, title ON users
  FOR EACH ROW EXECUTE FUNCTION keep_searched_users();--> statement-breakpoint
CREATE FUNCTION keep_searched_library_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO searched_library_items (id, words) VALUES (NEW.id, searched_words(NEW.title, concat_ws(' ', NEW.author, NEW.description)))
    ON CONFLICT (id) DO UPDATE SET words = excluded.words;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER library_items_are_searched AFTER INSERT OR UPDATE OF title, author, description ON library_items
  FOR EACH ROW EXECUTE FUNCTION keep_searched_library_items();--> statement-breakpoint
CREATE FUNCTION keep_searched_meditations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO searched_meditations (id, words) VALUES (NEW.id, searched_words(NEW.title, NEW.description))
    ON CONFLICT (id) DO UPDATE SET words = excluded.words;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER meditations_are_searched AFTER INSERT OR UPDATE OF title, description ON meditations
  FOR EACH ROW EXECUTE FUNCTION keep_searched_meditations();--> statement-breakpoint
CREATE FUNCTION keep_searched_journal_prompts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO searched_journal_prompts (id, words) VALUES (NEW.id, searched_words(NULL, NEW.prompt))
    ON CONFLICT (id) DO UPDATE SET words = excluded.words;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER journal_prompts_are_searched AFTER INSERT OR UPDATE OF prompt ON journal_prompts
  FOR EACH ROW EXECUTE FUNCTION keep_searched_journal_prompts();--> statement-breakpoint
CREATE FUNCTION keep_searched_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO searched_events (id, words) VALUES (NEW.id, searched_words(NEW.title, concat_ws(' ', NEW.location, NEW.description)))
    ON CONFLICT (id) DO UPDATE SET words = excluded.words;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER events_are_searched AFTER INSERT OR UPDATE OF title, description, location ON events
  FOR EACH ROW EXECUTE FUNCTION keep_searched_events();
