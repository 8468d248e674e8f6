-- Generated from the tables (`*.tables.ts`), with what Drizzle cannot express: the extension, UNLOGGED tables
-- (backups omit them, and a database crash empties them), a collation, fill factors and the first row. Functions and triggers are in ../sql.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE SEQUENCE "public"."unread_revisions" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."notification_revisions" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text,
	"member_id" uuid,
	"details" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "blocks" (
	"member_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"is_by_member" boolean NOT NULL,
	"is_by_other" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blocks_one_per_pair" PRIMARY KEY("member_id","other_id"),
	CONSTRAINT "blocks_by_someone" CHECK ("blocks"."is_by_member" OR "blocks"."is_by_other"),
	CONSTRAINT "blocks_of_another" CHECK ("blocks"."member_id" <> "blocks"."other_id")
);
--> statement-breakpoint
CREATE TABLE "mutes" (
	"member_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mutes_one_per_pair" PRIMARY KEY("member_id","other_id")
);
--> statement-breakpoint
CREATE TABLE "muted_words" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"words" text[] NOT NULL,
	CONSTRAINT "muted_words_count" CHECK (cardinality("muted_words"."words") <= 100)
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"name" text NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"profile_image_url" text,
	"title" text,
	"bio" text,
	"location" text,
	"favorite_book" text,
	"favorite_quote" text,
	"favorite_hobby" text,
	"three_interesting_things" text,
	"current_goal" text,
	"instagram" text,
	"facebook" text,
	"twitter" text,
	"linkedin" text,
	"role" text DEFAULT 'user' NOT NULL,
	"is_flagged" boolean DEFAULT false NOT NULL,
	"suspended_until" timestamp (3) with time zone,
	"suspension_reason" text,
	"mindfulness_score" integer DEFAULT 0 NOT NULL,
	"score_revision" integer DEFAULT 0 NOT NULL,
	"meditation_seconds" integer DEFAULT 0 NOT NULL,
	"meditation_minutes" integer DEFAULT 0 NOT NULL,
	"email_audience" text DEFAULT 'nobody' NOT NULL,
	"location_audience" text DEFAULT 'members' NOT NULL,
	"socials_audience" text DEFAULT 'members' NOT NULL,
	"messages_from" text DEFAULT 'members' NOT NULL,
	"sends_read_receipts" boolean DEFAULT true NOT NULL,
	"shows_presence" boolean DEFAULT true NOT NULL,
	"shows_on_leaderboard" boolean DEFAULT true NOT NULL,
	"theme" text DEFAULT 'system' NOT NULL,
	"motion" text DEFAULT 'system' NOT NULL,
	"text_size" integer DEFAULT 100 NOT NULL,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"break_until" timestamp (3) with time zone,
	"left_at" timestamp (3) with time zone,
	"left_content" text,
	"guidelines_accepted_at" timestamp (3) with time zone,
	"last_login_at" timestamp (3) with time zone,
	"last_active_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "starter_content" (
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"added_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "starter_content_once" PRIMARY KEY("kind","slug")
);
--> statement-breakpoint
CREATE TABLE "daily_figures" (
	"day" date NOT NULL,
	"name" text NOT NULL,
	"value" double precision NOT NULL,
	CONSTRAINT "daily_figures_one_per_day" PRIMARY KEY("name","day")
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "two_factors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	"failed_verification_count" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "book_notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_changes" (
	"given" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "connections" (
	"member_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"state" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "connections_one_per_pair" PRIMARY KEY("member_id","other_id"),
	CONSTRAINT "connections_with_another" CHECK ("connections"."member_id" <> "connections"."other_id")
);
--> statement-breakpoint
CREATE TABLE "event_attendances" (
	"event_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"is_going" boolean NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "event_attendances_one_per_member" PRIMARY KEY("event_id","member_id")
);
--> statement-breakpoint
CREATE TABLE "event_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"event_date" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "event_notices_one_of_a_kind" UNIQUE("member_id","event_id","kind")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"creator_id" uuid,
	"title" text NOT NULL,
	"description" text,
	"event_date" timestamp (3) with time zone NOT NULL,
	"time_zone" text NOT NULL,
	"location" text,
	"max_attendees" integer,
	"image_url" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"calendar_sequence" integer DEFAULT 0 NOT NULL,
	"reminded_at" timestamp (3) with time zone,
	"going_count" integer DEFAULT 0 NOT NULL,
	"waiting_count" integer DEFAULT 0 NOT NULL,
	"answers_count" integer DEFAULT 0 NOT NULL,
	"attendance_revision" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "events_title_length" CHECK (char_length("events"."title") BETWEEN 1 AND 100),
	CONSTRAINT "events_description_length" CHECK (char_length("events"."description") <= 5000),
	CONSTRAINT "events_location_length" CHECK (char_length("events"."location") <= 200),
	CONSTRAINT "events_never_overfull" CHECK ("events"."going_count" <= "events"."max_attendees"),
	CONSTRAINT "events_counts" CHECK ("events"."going_count" >= 0 AND "events"."waiting_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "poll_options" (
	"id" uuid PRIMARY KEY NOT NULL,
	"post_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"text" text NOT NULL,
	"votes_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "poll_options_in_order" UNIQUE("post_id","position"),
	CONSTRAINT "poll_options_length" CHECK (char_length("poll_options"."text") BETWEEN 1 AND 80),
	CONSTRAINT "poll_options_count_not_negative" CHECK ("poll_options"."votes_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "poll_votes" (
	"post_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"option_id" uuid NOT NULL,
	CONSTRAINT "poll_votes_one_per_member" PRIMARY KEY("post_id","member_id")
);
--> statement-breakpoint
CREATE TABLE "polls" (
	"post_id" uuid PRIMARY KEY NOT NULL,
	"closes_at" timestamp (3) with time zone NOT NULL,
	"votes_count" integer DEFAULT 0 NOT NULL,
	"revision" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "polls_count_not_negative" CHECK ("polls"."votes_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "post_comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"author_id" uuid NOT NULL,
	"is_awaiting_review" boolean DEFAULT false NOT NULL,
	"is_removed" boolean DEFAULT false NOT NULL,
	"post_id" uuid NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone,
	CONSTRAINT "post_comments_content_length" CHECK (char_length("post_comments"."content") BETWEEN 1 AND 2000)
);
--> statement-breakpoint
CREATE TABLE "post_likes" (
	"post_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "post_likes_one_per_member" PRIMARY KEY("post_id","member_id")
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"author_id" uuid NOT NULL,
	"is_awaiting_review" boolean DEFAULT false NOT NULL,
	"is_removed" boolean DEFAULT false NOT NULL,
	"likes_count" integer DEFAULT 0 NOT NULL,
	"comments_count" integer DEFAULT 0 NOT NULL,
	"counts_revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"content" text NOT NULL,
	"content_warning" text,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"event_id" uuid,
	"is_unanswered" boolean GENERATED ALWAYS AS (comments_count = 0) STORED NOT NULL,
	CONSTRAINT "posts_content_length" CHECK (char_length("posts"."content") BETWEEN 1 AND 5000),
	CONSTRAINT "posts_warning_length" CHECK (char_length("posts"."content_warning") BETWEEN 1 AND 60),
	CONSTRAINT "posts_images_count" CHECK (jsonb_array_length("posts"."images") <= 4),
	CONSTRAINT "posts_counts_not_negative" CHECK ("posts"."likes_count" >= 0 AND "posts"."comments_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "gratitude_posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"author_id" uuid NOT NULL,
	"is_awaiting_review" boolean DEFAULT false NOT NULL,
	"is_removed" boolean DEFAULT false NOT NULL,
	"likes_count" integer DEFAULT 0 NOT NULL,
	"comments_count" integer DEFAULT 0 NOT NULL,
	"counts_revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"content" text NOT NULL,
	"position_x" real NOT NULL,
	"position_y" real NOT NULL,
	"rotation" real NOT NULL,
	CONSTRAINT "gratitude_posts_content_length" CHECK (char_length("gratitude_posts"."content") BETWEEN 1 AND 4000),
	CONSTRAINT "gratitude_posts_on_the_wall" CHECK ("gratitude_posts"."position_x" BETWEEN 10 AND 89 AND "gratitude_posts"."position_y" BETWEEN 10 AND 79 AND "gratitude_posts"."rotation" BETWEEN -10 AND 10)
);
--> statement-breakpoint
CREATE TABLE "journal_categories" (
	"id" integer PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "journal_categories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 2 CACHE 1),
	"name" text NOT NULL,
	"description" text,
	CONSTRAINT "journal_categories_name_length" CHECK (char_length("journal_categories"."name") BETWEEN 1 AND 60),
	CONSTRAINT "journal_categories_description_length" CHECK (char_length("journal_categories"."description") <= 300)
);
--> statement-breakpoint
CREATE TABLE "journal_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"prompt_id" uuid NOT NULL,
	"prompt" text NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "journal_entries_content_length" CHECK (char_length("journal_entries"."content") BETWEEN 1 AND 20000)
);
--> statement-breakpoint
CREATE TABLE "journal_prompts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"category_id" integer NOT NULL,
	"prompt" text NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "journal_prompts_prompt_length" CHECK (char_length("journal_prompts"."prompt") BETWEEN 1 AND 500)
);
--> statement-breakpoint
CREATE TABLE "library_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"author" text,
	"description" text,
	"cover_url" text,
	"link" text,
	CONSTRAINT "library_items_title_length" CHECK (char_length("library_items"."title") BETWEEN 1 AND 200),
	CONSTRAINT "library_items_author_length" CHECK (char_length("library_items"."author") <= 200),
	CONSTRAINT "library_items_description_length" CHECK (char_length("library_items"."description") <= 500)
);
--> statement-breakpoint
CREATE TABLE "listening_allowances" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"whole_at" timestamp(6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "meditation_comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"author_id" uuid NOT NULL,
	"is_awaiting_review" boolean DEFAULT false NOT NULL,
	"is_removed" boolean DEFAULT false NOT NULL,
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
CREATE TABLE "conversation_members" (
	"member_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"state" text NOT NULL,
	"shown_position" integer NOT NULL,
	"shown_at" timestamp (3) with time zone NOT NULL,
	"delivered_position" integer DEFAULT 0 NOT NULL,
	"read_position" integer DEFAULT 0 NOT NULL,
	"read_at" timestamp (3) with time zone,
	"unread_count" integer DEFAULT 0 NOT NULL,
	"begun_at" timestamp (3) with time zone,
	CONSTRAINT "conversation_members_one_per_pair" PRIMARY KEY("member_id","other_id"),
	CONSTRAINT "conversation_members_counts" CHECK ("conversation_members"."unread_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"low_id" uuid NOT NULL,
	"high_id" uuid NOT NULL,
	"last_position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "conversations_in_order" CHECK ("conversations"."low_id" < "conversations"."high_id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"conversation_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"id" uuid NOT NULL,
	"sender_id" uuid NOT NULL,
	"receiver_id" uuid NOT NULL,
	"content" text NOT NULL,
	"photo_id" uuid,
	"client_id" uuid,
	"is_withheld" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "messages_one_per_position" PRIMARY KEY("conversation_id","position"),
	CONSTRAINT "messages_content_length" CHECK (char_length("messages"."content") <= 5000)
);
--> statement-breakpoint
CREATE TABLE "moderation_appeals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"decision_id" uuid NOT NULL,
	"text" text NOT NULL,
	"outcome" text,
	"answer" text,
	"is_restored" boolean DEFAULT false NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "moderation_appeals_text_length" CHECK (char_length("moderation_appeals"."text") BETWEEN 1 AND 2000)
);
--> statement-breakpoint
CREATE TABLE "moderation_case_reports" (
	"report_id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "moderation_cases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"member_id" uuid,
	"is_held" boolean DEFAULT false NOT NULL,
	"reports_count" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"due_at" timestamp (3) with time zone NOT NULL,
	"appeal_id" uuid,
	"first_decider_id" uuid,
	"opened_at" timestamp (3) with time zone,
	"claimed_by_id" uuid,
	"claimed_until" timestamp (3) with time zone,
	"needs_admin" boolean DEFAULT false NOT NULL,
	"hand_over_note" text,
	"closed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "moderation_cases_hand_over_note_length" CHECK (char_length("moderation_cases"."hand_over_note") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "moderation_decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"member_id" uuid,
	"case_id" uuid,
	"decided_by_id" uuid,
	"action" text NOT NULL,
	"reason" text,
	"note" text,
	"quote" jsonb,
	"until" timestamp (3) with time zone,
	"is_told" boolean NOT NULL,
	"seen_at" timestamp (3) with time zone,
	"reversed_at" timestamp (3) with time zone,
	"erase_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "moderation_decisions_note_length" CHECK (char_length("moderation_decisions"."note") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "notification_actors" (
	"notification_id" uuid NOT NULL,
	"actor_id" uuid NOT NULL,
	"occasion_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notification_actors_once_per_occasion" PRIMARY KEY("notification_id","actor_id","occasion_id")
);
--> statement-breakpoint
CREATE TABLE "notification_alerts" (
	"member_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"actor_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notification_alerts_one_per_event" PRIMARY KEY("member_id","kind","subject_id","actor_id","channel")
);
--> statement-breakpoint
CREATE TABLE "notification_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"notification_ids" uuid[] NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_queue" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notification_queue_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"member_id" uuid,
	"actor_id" uuid,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"occasion_id" uuid,
	"detail" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"shown_topics" text[] NOT NULL,
	"mailed_topics" text[] NOT NULL,
	"pushed_topics" text[] NOT NULL,
	"digest" text NOT NULL,
	"quiet_from" integer,
	"quiet_until" integer,
	"time_zone" text
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"title" text,
	"actors_count" integer DEFAULT 0 NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	"is_shown" boolean NOT NULL,
	"push_due_at" timestamp (3) with time zone,
	"mail_due_at" timestamp (3) with time zone,
	CONSTRAINT "notifications_counts" CHECK ("notifications"."actors_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leaderboard_standings" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"is_listed" boolean NOT NULL,
	"score" integer NOT NULL,
	"month" date NOT NULL,
	"month_score" integer NOT NULL,
	"week" date NOT NULL,
	"week_score" integer NOT NULL,
	"reached_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "points_ledger" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"occasion" text NOT NULL,
	"points" integer NOT NULL,
	"seconds" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "live_processes" (
	"process_id" uuid PRIMARY KEY NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "online_members" (
	"member_id" uuid NOT NULL,
	"process_id" uuid NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "online_members_one_per_process" PRIMARY KEY("member_id","process_id")
);
--> statement-breakpoint
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
	"is_removed" boolean DEFAULT false NOT NULL,
	"likes_count" integer DEFAULT 0 NOT NULL,
	"comments_count" integer DEFAULT 0 NOT NULL,
	"counts_revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"link" text,
	CONSTRAINT "recommendations_title_length" CHECK (char_length("recommendations"."title") BETWEEN 1 AND 200),
	CONSTRAINT "recommendations_content_length" CHECK (char_length("recommendations"."content") BETWEEN 1 AND 2000),
	CONSTRAINT "recommendations_link_is_http" CHECK ("recommendations"."link" ~* '^https?://'),
	CONSTRAINT "recommendations_likes_not_negative" CHECK ("recommendations"."likes_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "reported_photos" (
	"photo_id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	CONSTRAINT "reported_photos_one_per_report" PRIMARY KEY("photo_id","report_id")
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reporter_id" uuid,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"reported_id" uuid,
	"reason" text NOT NULL,
	"note" text,
	"evidence" jsonb NOT NULL,
	"state" text DEFAULT 'received' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reports_note_length" CHECK (char_length("reports"."note") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "waitlist_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"message" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"invited_at" timestamp (3) with time zone,
	"invitation_digest" text,
	"joined_at" timestamp (3) with time zone
);
--> statement-breakpoint
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
	"is_removed" boolean DEFAULT false NOT NULL,
	"likes_count" integer DEFAULT 0 NOT NULL,
	"comments_count" integer DEFAULT 0 NOT NULL,
	"counts_revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"category" text NOT NULL,
	CONSTRAINT "wellness_wins_title_length" CHECK (char_length("wellness_wins"."title") BETWEEN 1 AND 2000),
	CONSTRAINT "wellness_wins_content_length" CHECK (char_length("wellness_wins"."content") BETWEEN 1 AND 10000),
	CONSTRAINT "wellness_wins_cheers_not_negative" CHECK ("wellness_wins"."likes_count" >= 0)
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "published_assets" (
	"name" text PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL,
	"is_brotli" boolean NOT NULL,
	"published_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"member_id" uuid NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_one_per_member" PRIMARY KEY("member_id","key")
);
--> statement-breakpoint
CREATE TABLE "media_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid,
	"kind" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attached_at" timestamp (3) with time zone,
	"released_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_other_id_users_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mutes" ADD CONSTRAINT "mutes_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mutes" ADD CONSTRAINT "mutes_other_id_users_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "muted_words" ADD CONSTRAINT "muted_words_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_other_id_users_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_attendances" ADD CONSTRAINT "event_attendances_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_attendances" ADD CONSTRAINT "event_attendances_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_notices" ADD CONSTRAINT "event_notices_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "poll_options" ADD CONSTRAINT "poll_options_post_id_polls_post_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."polls"("post_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "poll_votes" ADD CONSTRAINT "poll_votes_post_id_polls_post_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."polls"("post_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "poll_votes" ADD CONSTRAINT "poll_votes_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "poll_votes" ADD CONSTRAINT "poll_votes_option_id_poll_options_id_fk" FOREIGN KEY ("option_id") REFERENCES "public"."poll_options"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "polls" ADD CONSTRAINT "polls_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_comments" ADD CONSTRAINT "post_comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_comments" ADD CONSTRAINT "post_comments_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_likes" ADD CONSTRAINT "post_likes_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_likes" ADD CONSTRAINT "post_likes_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gratitude_posts" ADD CONSTRAINT "gratitude_posts_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_entries" ADD CONSTRAINT "journal_entries_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_entries" ADD CONSTRAINT "journal_entries_prompt_id_journal_prompts_id_fk" FOREIGN KEY ("prompt_id") REFERENCES "public"."journal_prompts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_prompts" ADD CONSTRAINT "journal_prompts_category_id_journal_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."journal_categories"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listening_allowances" ADD CONSTRAINT "listening_allowances_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meditation_comments" ADD CONSTRAINT "meditation_comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meditation_comments" ADD CONSTRAINT "meditation_comments_meditation_id_meditations_id_fk" FOREIGN KEY ("meditation_id") REFERENCES "public"."meditations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meditations" ADD CONSTRAINT "meditations_added_by_id_users_id_fk" FOREIGN KEY ("added_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_other_id_users_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_low_id_users_id_fk" FOREIGN KEY ("low_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_high_id_users_id_fk" FOREIGN KEY ("high_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_receiver_id_users_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_appeals" ADD CONSTRAINT "moderation_appeals_decision_id_moderation_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."moderation_decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_case_reports" ADD CONSTRAINT "moderation_case_reports_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_case_reports" ADD CONSTRAINT "moderation_case_reports_case_id_moderation_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."moderation_cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_cases" ADD CONSTRAINT "moderation_cases_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_cases" ADD CONSTRAINT "moderation_cases_first_decider_id_users_id_fk" FOREIGN KEY ("first_decider_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_cases" ADD CONSTRAINT "moderation_cases_claimed_by_id_users_id_fk" FOREIGN KEY ("claimed_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_decisions" ADD CONSTRAINT "moderation_decisions_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_decisions" ADD CONSTRAINT "moderation_decisions_case_id_moderation_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."moderation_cases"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_decisions" ADD CONSTRAINT "moderation_decisions_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_actors" ADD CONSTRAINT "notification_actors_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_actors" ADD CONSTRAINT "notification_actors_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_mails" ADD CONSTRAINT "notification_mails_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leaderboard_standings" ADD CONSTRAINT "leaderboard_standings_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_ledger" ADD CONSTRAINT "points_ledger_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recommendation_likes" ADD CONSTRAINT "recommendation_likes_recommendation_id_recommendations_id_fk" FOREIGN KEY ("recommendation_id") REFERENCES "public"."recommendations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recommendation_likes" ADD CONSTRAINT "recommendation_likes_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recommendations" ADD CONSTRAINT "recommendations_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reported_photos" ADD CONSTRAINT "reported_photos_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reported_id_users_id_fk" FOREIGN KEY ("reported_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wellness_win_cheers" ADD CONSTRAINT "wellness_win_cheers_wellness_win_id_wellness_wins_id_fk" FOREIGN KEY ("wellness_win_id") REFERENCES "public"."wellness_wins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wellness_win_cheers" ADD CONSTRAINT "wellness_win_cheers_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wellness_wins" ADD CONSTRAINT "wellness_wins_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_by_actor" ON "audit_log" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_by_member" ON "audit_log" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_by_action" ON "audit_log" USING btree ("action","id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_one_per_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "users_by_last_active" ON "users" USING btree ("last_active_at");--> statement-breakpoint
CREATE INDEX "users_in_order_of_role" ON "users" USING btree ("role","id");--> statement-breakpoint
CREATE INDEX "users_in_order_of_name" ON "users" USING btree (lower("first_name" || ' ' || "last_name"),"id");--> statement-breakpoint
CREATE INDEX "users_in_order_of_last_login" ON "users" USING btree (coalesce("last_login_at", '-infinity'::timestamptz),"id");--> statement-breakpoint
CREATE INDEX "users_in_order_of_status" ON "users" USING btree ((CASE WHEN "suspended_until" IS NOT NULL THEN 2 WHEN "is_flagged" THEN 1 ELSE 0 END),"id");--> statement-breakpoint
CREATE INDEX "users_by_beginning_of_email" ON "users" USING btree ("email" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_by_words" ON "users" USING gin (("first_name" || ' ' || "last_name" || ' ' || "email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_flagged" ON "users" USING btree ("id") WHERE "users"."is_flagged";--> statement-breakpoint
CREATE INDEX "users_suspended" ON "users" USING btree ("suspended_until") WHERE "users"."suspended_until" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "users_who_left" ON "users" USING btree ("left_at") WHERE "users"."left_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "users_on_break" ON "users" USING btree ("break_until") WHERE "users"."break_until" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "search_documents_by_words" ON "search_documents" USING gin ("words") WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "search_words_by_likeness" ON "search_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_one_per_identity" ON "accounts" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_one_per_provider" ON "accounts" USING btree ("user_id","provider_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_one_per_token" ON "sessions" USING btree ("token");--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "two_factors_one_per_member" ON "two_factors" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verifications_by_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE UNIQUE INDEX "book_notifications_one_per_email" ON "book_notifications" USING btree ("email");--> statement-breakpoint
CREATE INDEX "connections_by_state" ON "connections" USING btree ("member_id","state","since","other_id");--> statement-breakpoint
CREATE INDEX "event_attendances_in_order" ON "event_attendances" USING btree ("event_id","is_going","position");--> statement-breakpoint
CREATE INDEX "event_attendances_by_member" ON "event_attendances" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "event_notices_by_event" ON "event_notices" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "event_notices_by_date" ON "event_notices" USING btree ("event_date");--> statement-breakpoint
CREATE INDEX "events_by_date" ON "events" USING btree ("event_date","id");--> statement-breakpoint
CREATE INDEX "events_by_creator" ON "events" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "poll_votes_by_member" ON "poll_votes" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "poll_votes_by_option" ON "poll_votes" USING btree ("option_id");--> statement-breakpoint
CREATE INDEX "post_comments_by_post" ON "post_comments" USING btree ("post_id","id");--> statement-breakpoint
CREATE INDEX "post_comments_by_author" ON "post_comments" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "post_likes_by_member" ON "post_likes" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "posts_by_author" ON "posts" USING btree ("author_id","id");--> statement-breakpoint
CREATE INDEX "posts_unanswered" ON "posts" USING btree ("id") WHERE "posts"."is_unanswered";--> statement-breakpoint
CREATE INDEX "posts_by_picture" ON "posts" USING gin ("images" jsonb_path_ops) WITH (fastupdate=false) WHERE "posts"."images" <> '[]'::jsonb;--> statement-breakpoint
CREATE INDEX "gratitude_posts_by_author" ON "gratitude_posts" USING btree ("author_id","id");--> statement-breakpoint
CREATE INDEX "journal_entries_by_member" ON "journal_entries" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "journal_prompts_by_category" ON "journal_prompts" USING btree ("category_id","id");--> statement-breakpoint
CREATE INDEX "library_items_by_kind" ON "library_items" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "meditation_comments_by_meditation" ON "meditation_comments" USING btree ("meditation_id","id");--> statement-breakpoint
CREATE INDEX "meditation_comments_by_author" ON "meditation_comments" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "conversation_members_by_latest" ON "conversation_members" USING btree ("member_id","state","shown_at","other_id");--> statement-breakpoint
CREATE INDEX "conversation_members_unread" ON "conversation_members" USING btree ("member_id") WHERE "conversation_members"."unread_count" > 0 AND "conversation_members"."state" <> 'declined';--> statement-breakpoint
CREATE INDEX "conversation_members_begun" ON "conversation_members" USING btree ("member_id","begun_at") WHERE "conversation_members"."begun_at" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_one_per_pair" ON "conversations" USING btree ("low_id","high_id");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_one_per_id" ON "messages" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_one_per_client_id" ON "messages" USING btree ("sender_id","client_id");--> statement-breakpoint
CREATE INDEX "messages_by_photo" ON "messages" USING btree ("photo_id") WHERE "messages"."photo_id" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "moderation_appeals_one_per_decision" ON "moderation_appeals" USING btree ("decision_id");--> statement-breakpoint
CREATE INDEX "moderation_case_reports_by_case" ON "moderation_case_reports" USING btree ("case_id","report_id");--> statement-breakpoint
CREATE UNIQUE INDEX "moderation_cases_one_open" ON "moderation_cases" USING btree ("subject_type","subject_id") WHERE "moderation_cases"."closed_at" IS NULL AND "moderation_cases"."appeal_id" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "moderation_cases_one_per_appeal" ON "moderation_cases" USING btree ("appeal_id") WHERE "moderation_cases"."appeal_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "moderation_cases_open_by_due" ON "moderation_cases" USING btree ("due_at","id") WHERE "moderation_cases"."closed_at" IS NULL;--> statement-breakpoint
CREATE INDEX "moderation_cases_by_closing" ON "moderation_cases" USING btree ("closed_at") WHERE "moderation_cases"."closed_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "moderation_cases_by_member" ON "moderation_cases" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "moderation_decisions_told" ON "moderation_decisions" USING btree ("member_id","id") WHERE "moderation_decisions"."is_told";--> statement-breakpoint
CREATE INDEX "moderation_decisions_new" ON "moderation_decisions" USING btree ("member_id") WHERE "moderation_decisions"."is_told" AND "moderation_decisions"."seen_at" IS NULL;--> statement-breakpoint
CREATE INDEX "moderation_decisions_by_case" ON "moderation_decisions" USING btree ("case_id");--> statement-breakpoint
CREATE INDEX "moderation_decisions_to_erase" ON "moderation_decisions" USING btree ("erase_at") WHERE "moderation_decisions"."erase_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notification_actors_by_latest" ON "notification_actors" USING btree ("notification_id","at");--> statement-breakpoint
CREATE INDEX "notification_actors_by_occasion" ON "notification_actors" USING btree ("occasion_id");--> statement-breakpoint
CREATE INDEX "notification_actors_by_actor" ON "notification_actors" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "notification_alerts_by_age" ON "notification_alerts" USING btree ("at");--> statement-breakpoint
CREATE INDEX "notification_alerts_by_actor" ON "notification_alerts" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "notification_mails_by_member" ON "notification_mails" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "notification_mails_by_age" ON "notification_mails" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_one_open_per_subject" ON "notifications" USING btree ("member_id","kind","subject_type","subject_id") WHERE "notifications"."read_at" IS NULL;--> statement-breakpoint
CREATE INDEX "notifications_by_latest" ON "notifications" USING btree ("member_id","at","id");--> statement-breakpoint
CREATE INDEX "notifications_by_group" ON "notifications" USING btree ("subject_id","member_id","kind");--> statement-breakpoint
CREATE INDEX "notifications_by_push_due" ON "notifications" USING btree ("push_due_at") WHERE "notifications"."push_due_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notifications_by_mail_due" ON "notifications" USING btree ("mail_due_at") WHERE "notifications"."mail_due_at" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_one_per_endpoint" ON "push_subscriptions" USING btree ("endpoint");--> statement-breakpoint
CREATE INDEX "push_subscriptions_by_member" ON "push_subscriptions" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "leaderboard_of_all" ON "leaderboard_standings" USING btree ((-"score"),"reached_at","member_id") WHERE "leaderboard_standings"."is_listed" AND "leaderboard_standings"."score" > 0;--> statement-breakpoint
CREATE INDEX "leaderboard_of_month" ON "leaderboard_standings" USING btree ("month",(-"month_score"),"reached_at","member_id") WHERE "leaderboard_standings"."is_listed" AND "leaderboard_standings"."month_score" > 0;--> statement-breakpoint
CREATE INDEX "leaderboard_of_week" ON "leaderboard_standings" USING btree ("week",(-"week_score"),"reached_at","member_id") WHERE "leaderboard_standings"."is_listed" AND "leaderboard_standings"."week_score" > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "points_ledger_one_per_occasion" ON "points_ledger" USING btree ("member_id","occasion","kind");--> statement-breakpoint
CREATE INDEX "points_ledger_by_time" ON "points_ledger" USING btree ("member_id","created_at","id");--> statement-breakpoint
CREATE INDEX "online_members_by_process" ON "online_members" USING btree ("process_id");--> statement-breakpoint
CREATE INDEX "recommendation_likes_by_member" ON "recommendation_likes" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "recommendations_by_type" ON "recommendations" USING btree ("type","id");--> statement-breakpoint
CREATE INDEX "recommendations_by_author" ON "recommendations" USING btree ("author_id","id");--> statement-breakpoint
CREATE INDEX "reported_photos_by_report" ON "reported_photos" USING btree ("report_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_one_per_reporter" ON "reports" USING btree ("reporter_id","subject_type","subject_id");--> statement-breakpoint
CREATE INDEX "reports_by_reporter" ON "reports" USING btree ("reporter_id","id");--> statement-breakpoint
CREATE INDEX "reports_by_subject" ON "reports" USING btree ("subject_type","subject_id");--> statement-breakpoint
CREATE INDEX "reports_by_reported" ON "reports" USING btree ("reported_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "waitlist_entries_one_per_email" ON "waitlist_entries" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "waitlist_entries_one_per_invitation" ON "waitlist_entries" USING btree ("invitation_digest");--> statement-breakpoint
CREATE INDEX "wellness_win_cheers_by_member" ON "wellness_win_cheers" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "wellness_wins_by_category" ON "wellness_wins" USING btree ("category","id");--> statement-breakpoint
CREATE INDEX "wellness_wins_by_author" ON "wellness_wins" USING btree ("author_id","id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "media_files_by_owner" ON "media_files" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "media_files_unattached" ON "media_files" USING btree ("attached_at","created_at");--> statement-breakpoint
INSERT INTO "journal_categories" ("id", "name", "description") VALUES (1, 'General', 'For any day, when you would like to write and do not know where to begin.');--> statement-breakpoint
-- Counters of posts and members change often. With room on its page, a row is updated without writing index entries.
ALTER TABLE "posts" SET (fillfactor = 85);--> statement-breakpoint
ALTER TABLE "users" SET (fillfactor = 80);
