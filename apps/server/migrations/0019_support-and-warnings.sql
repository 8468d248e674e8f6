-- NOT VALID: a column that was added just now holds nothing yet, and checking that would hold up writing.
CREATE TABLE "muted_words" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"words" text[] NOT NULL,
	CONSTRAINT "muted_words_count" CHECK (cardinality("muted_words"."words") <= 100)
);
--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "content_warning" text;--> statement-breakpoint
ALTER TABLE "muted_words" ADD CONSTRAINT "muted_words_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "posts_unanswered" ON "posts" USING btree ("id") WHERE "posts"."comments_count" = 0;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_warning_length" CHECK (char_length("posts"."content_warning") BETWEEN 1 AND 60) NOT VALID;