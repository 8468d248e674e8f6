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
CREATE TABLE "leaderboard_steps" (
	"period" text NOT NULL,
	"score" integer NOT NULL,
	"began" date NOT NULL,
	"above" integer NOT NULL,
	CONSTRAINT "leaderboard_steps_one_per_score" PRIMARY KEY("period","score")
);
--> statement-breakpoint
DROP INDEX "points_ledger_by_member";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "meditation_seconds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "shows_on_leaderboard" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "points_ledger" ADD COLUMN "seconds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "leaderboard_standings" ADD CONSTRAINT "leaderboard_standings_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- What members have earned so far. The month and the week are those of an award that still stands.
INSERT INTO "leaderboard_standings"
  SELECT "users"."id", true, "mindfulness_score",
    date_trunc('month', now() AT TIME ZONE 'UTC')::date,
    coalesce(sum("points") FILTER (WHERE "earned"."created_at" AT TIME ZONE 'UTC' >= date_trunc('month', now() AT TIME ZONE 'UTC')), 0),
    date_trunc('week', now() AT TIME ZONE 'UTC')::date,
    coalesce(sum("points") FILTER (WHERE "earned"."created_at" AT TIME ZONE 'UTC' >= date_trunc('week', now() AT TIME ZONE 'UTC')), 0),
    max("earned"."created_at")
  FROM "users" JOIN "points_ledger" AS "earned" ON "member_id" = "users"."id"
  WHERE "points" > 0 AND NOT EXISTS (
    SELECT FROM "points_ledger" AS "taken"
    WHERE "taken"."subject_id" = "earned"."subject_id" AND "taken"."kind" = "earned"."kind" || '_deleted'
  )
  GROUP BY "users"."id";
--> statement-breakpoint
CREATE INDEX "leaderboard_of_all" ON "leaderboard_standings" USING btree ((-"score"),"reached_at","member_id") WHERE "leaderboard_standings"."is_listed" AND "leaderboard_standings"."score" > 0;--> statement-breakpoint
CREATE INDEX "leaderboard_of_month" ON "leaderboard_standings" USING btree ("month",(-"month_score"),"reached_at","member_id") WHERE "leaderboard_standings"."is_listed" AND "leaderboard_standings"."month_score" > 0;--> statement-breakpoint
CREATE INDEX "leaderboard_of_week" ON "leaderboard_standings" USING btree ("week",(-"week_score"),"reached_at","member_id") WHERE "leaderboard_standings"."is_listed" AND "leaderboard_standings"."week_score" > 0;--> statement-breakpoint
CREATE INDEX "points_ledger_by_time" ON "points_ledger" USING btree ("member_id","created_at","id");