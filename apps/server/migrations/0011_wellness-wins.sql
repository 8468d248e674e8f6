CREATE TABLE "wellness_win_cheers" (
	"wellness_win_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wellness_win_cheers_one_per_member" PRIMARY KEY("wellness_win_id","member_id")
);
--> statement-breakpoint
CREATE TABLE "wellness_wins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"author_id" uuid NOT NULL,
	"is_awaiting_review" boolean DEFAULT false NOT NULL,
	"likes_count" integer DEFAULT 0 NOT NULL,
	"comments_count" integer DEFAULT 0 NOT NULL,
	"counts_revision" integer DEFAULT 0 NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"category" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone,
	CONSTRAINT "wellness_wins_title_length" CHECK (char_length("wellness_wins"."title") BETWEEN 1 AND 2000),
	CONSTRAINT "wellness_wins_content_length" CHECK (char_length("wellness_wins"."content") BETWEEN 1 AND 10000),
	CONSTRAINT "wellness_wins_cheers_not_negative" CHECK ("wellness_wins"."likes_count" >= 0)
);
--> statement-breakpoint
ALTER TABLE "wellness_win_cheers" ADD CONSTRAINT "wellness_win_cheers_wellness_win_id_wellness_wins_id_fk" FOREIGN KEY ("wellness_win_id") REFERENCES "public"."wellness_wins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wellness_win_cheers" ADD CONSTRAINT "wellness_win_cheers_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wellness_wins" ADD CONSTRAINT "wellness_wins_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "wellness_win_cheers_by_member" ON "wellness_win_cheers" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "wellness_wins_by_category" ON "wellness_wins" USING btree ("category","id");--> statement-breakpoint
CREATE INDEX "wellness_wins_by_author" ON "wellness_wins" USING btree ("author_id","id");