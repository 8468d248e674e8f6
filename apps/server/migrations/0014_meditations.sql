CREATE TABLE "listening_allowances" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"whole_at" timestamp(6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "meditation_comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"author_id" uuid NOT NULL,
	"is_awaiting_review" boolean DEFAULT false NOT NULL,
	"meditation_id" uuid NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone,
	CONSTRAINT "meditation_comments_content_length" CHECK (char_length("meditation_comments"."content") BETWEEN 1 AND 2000)
);
--> statement-breakpoint
CREATE TABLE "meditations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"likes_count" integer DEFAULT 0 NOT NULL,
	"comments_count" integer DEFAULT 0 NOT NULL,
	"counts_revision" integer DEFAULT 0 NOT NULL,
	"added_by_id" uuid,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"audio_url" text NOT NULL,
	"album_cover_url" text,
	"duration" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "meditations_title_length" CHECK (char_length("meditations"."title") BETWEEN 1 AND 100),
	CONSTRAINT "meditations_description_length" CHECK (char_length("meditations"."description") <= 5000),
	CONSTRAINT "meditations_last_some_time" CHECK ("meditations"."duration" > 0)
);
--> statement-breakpoint
CREATE TABLE "starter_content" (
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"added_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "starter_content_once" PRIMARY KEY("kind","slug")
);
--> statement-breakpoint
ALTER TABLE "media_files" ALTER COLUMN "owner_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "listening_allowances" ADD CONSTRAINT "listening_allowances_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meditation_comments" ADD CONSTRAINT "meditation_comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meditation_comments" ADD CONSTRAINT "meditation_comments_meditation_id_meditations_id_fk" FOREIGN KEY ("meditation_id") REFERENCES "public"."meditations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meditations" ADD CONSTRAINT "meditations_added_by_id_users_id_fk" FOREIGN KEY ("added_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "meditation_comments_by_meditation" ON "meditation_comments" USING btree ("meditation_id","id");--> statement-breakpoint
CREATE INDEX "meditation_comments_by_author" ON "meditation_comments" USING btree ("author_id");