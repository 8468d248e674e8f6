CREATE TABLE "recommendation_likes" (
	"recommendation_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recommendation_likes_one_per_member" PRIMARY KEY("recommendation_id","member_id")
);
--> statement-breakpoint
CREATE TABLE "recommendations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"author_id" uuid NOT NULL,
	"is_awaiting_review" boolean DEFAULT false NOT NULL,
	"likes_count" integer DEFAULT 0 NOT NULL,
	"comments_count" integer DEFAULT 0 NOT NULL,
	"counts_revision" integer DEFAULT 0 NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"link" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone,
	CONSTRAINT "recommendations_title_length" CHECK (char_length("recommendations"."title") BETWEEN 1 AND 200),
	CONSTRAINT "recommendations_content_length" CHECK (char_length("recommendations"."content") BETWEEN 1 AND 2000),
	CONSTRAINT "recommendations_link_is_http" CHECK ("recommendations"."link" ~* '^https?://'),
	CONSTRAINT "recommendations_likes_not_negative" CHECK ("recommendations"."likes_count" >= 0)
);
--> statement-breakpoint
ALTER TABLE "recommendation_likes" ADD CONSTRAINT "recommendation_likes_recommendation_id_recommendations_id_fk" FOREIGN KEY ("recommendation_id") REFERENCES "public"."recommendations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recommendation_likes" ADD CONSTRAINT "recommendation_likes_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recommendations" ADD CONSTRAINT "recommendations_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recommendation_likes_by_member" ON "recommendation_likes" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "recommendations_by_type" ON "recommendations" USING btree ("type","id");--> statement-breakpoint
CREATE INDEX "recommendations_by_author" ON "recommendations" USING btree ("author_id","id");