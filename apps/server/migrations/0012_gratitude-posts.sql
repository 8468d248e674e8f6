CREATE TABLE "gratitude_posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"author_id" uuid NOT NULL,
	"is_awaiting_review" boolean DEFAULT false NOT NULL,
	"likes_count" integer DEFAULT 0 NOT NULL,
	"comments_count" integer DEFAULT 0 NOT NULL,
	"counts_revision" integer DEFAULT 0 NOT NULL,
	"content" text NOT NULL,
	"position_x" real NOT NULL,
	"position_y" real NOT NULL,
	"rotation" real NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone,
	CONSTRAINT "gratitude_posts_content_length" CHECK (char_length("gratitude_posts"."content") BETWEEN 1 AND 4000),
	CONSTRAINT "gratitude_posts_on_the_wall" CHECK ("gratitude_posts"."position_x" BETWEEN 10 AND 89 AND "gratitude_posts"."position_y" BETWEEN 10 AND 79 AND "gratitude_posts"."rotation" BETWEEN -10 AND 10)
);
--> statement-breakpoint
ALTER TABLE "gratitude_posts" ADD CONSTRAINT "gratitude_posts_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gratitude_posts_by_author" ON "gratitude_posts" USING btree ("author_id","id");