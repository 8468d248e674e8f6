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
ALTER TABLE "post_comments" ADD COLUMN "is_removed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "is_removed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "gratitude_posts" ADD COLUMN "is_removed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "meditation_comments" ADD COLUMN "is_removed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "recommendations" ADD COLUMN "is_removed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "state" text DEFAULT 'received' NOT NULL;--> statement-breakpoint
ALTER TABLE "wellness_wins" ADD COLUMN "is_removed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "moderation_appeals" ADD CONSTRAINT "moderation_appeals_decision_id_moderation_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."moderation_decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_case_reports" ADD CONSTRAINT "moderation_case_reports_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_case_reports" ADD CONSTRAINT "moderation_case_reports_case_id_moderation_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."moderation_cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_cases" ADD CONSTRAINT "moderation_cases_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_cases" ADD CONSTRAINT "moderation_cases_first_decider_id_users_id_fk" FOREIGN KEY ("first_decider_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_cases" ADD CONSTRAINT "moderation_cases_claimed_by_id_users_id_fk" FOREIGN KEY ("claimed_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_decisions" ADD CONSTRAINT "moderation_decisions_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_decisions" ADD CONSTRAINT "moderation_decisions_case_id_moderation_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."moderation_cases"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_decisions" ADD CONSTRAINT "moderation_decisions_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "moderation_appeals_one_per_decision" ON "moderation_appeals" USING btree ("decision_id");--> statement-breakpoint
CREATE INDEX "moderation_case_reports_by_case" ON "moderation_case_reports" USING btree ("case_id","report_id");--> statement-breakpoint
CREATE UNIQUE INDEX "moderation_cases_one_open" ON "moderation_cases" USING btree ("subject_type","subject_id") WHERE "moderation_cases"."closed_at" IS NULL AND "moderation_cases"."appeal_id" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "moderation_cases_one_per_appeal" ON "moderation_cases" USING btree ("appeal_id") WHERE "moderation_cases"."appeal_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "moderation_cases_open_by_due" ON "moderation_cases" USING btree ("due_at","id") WHERE "moderation_cases"."closed_at" IS NULL;--> statement-breakpoint
CREATE INDEX "moderation_cases_by_member" ON "moderation_cases" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "moderation_decisions_told" ON "moderation_decisions" USING btree ("member_id","id") WHERE "moderation_decisions"."is_told";--> statement-breakpoint
CREATE INDEX "moderation_decisions_new" ON "moderation_decisions" USING btree ("member_id") WHERE "moderation_decisions"."is_told" AND "moderation_decisions"."seen_at" IS NULL;--> statement-breakpoint
CREATE INDEX "moderation_decisions_by_case" ON "moderation_decisions" USING btree ("case_id");--> statement-breakpoint
CREATE INDEX "moderation_decisions_to_erase" ON "moderation_decisions" USING btree ("erase_at") WHERE "moderation_decisions"."erase_at" IS NOT NULL;--> statement-breakpoint
-- What is held for review already waits in the queue, too. Reports are gathered by a job (`reports-without-case`).
INSERT INTO "moderation_cases" ("id", "subject_type", "subject_id", "member_id", "is_held", "due_at", "created_at")
SELECT gen_random_uuid(), "subject_type", "id", "author_id", true, "created_at" + interval '24 hours', "created_at"
FROM (
	SELECT 'post' AS "subject_type", "id", "author_id", "created_at" FROM "posts" WHERE "is_awaiting_review"
	UNION ALL SELECT 'comment', "id", "author_id", "created_at" FROM "post_comments" WHERE "is_awaiting_review"
	UNION ALL SELECT 'meditation_comment', "id", "author_id", "created_at" FROM "meditation_comments" WHERE "is_awaiting_review"
	UNION ALL SELECT 'win', "id", "author_id", "created_at" FROM "wellness_wins" WHERE "is_awaiting_review"
	UNION ALL SELECT 'note', "id", "author_id", "created_at" FROM "gratitude_posts" WHERE "is_awaiting_review"
	UNION ALL SELECT 'recommendation', "id", "author_id", "created_at" FROM "recommendations" WHERE "is_awaiting_review"
) AS "held";
