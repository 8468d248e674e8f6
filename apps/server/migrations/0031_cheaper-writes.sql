CREATE TABLE "support_changes" (
	"given" bigint NOT NULL
);
--> statement-breakpoint
INSERT INTO "support_changes" SELECT sum("given") FROM "support_counters" HAVING count(*) > 0;--> statement-breakpoint
DROP TABLE "support_counters";--> statement-breakpoint
DROP INDEX "notifications_by_age";--> statement-breakpoint
DROP INDEX "notifications_unread";--> statement-breakpoint
DROP INDEX "posts_unanswered";--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "is_unanswered" boolean GENERATED ALWAYS AS (comments_count = 0) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "posts_unanswered" ON "posts" USING btree ("id") WHERE "posts"."is_unanswered";--> statement-breakpoint
-- Counters of posts and members change often. With room on its page, a row is updated without writing index entries.
ALTER TABLE "posts" SET (fillfactor = 85);--> statement-breakpoint
ALTER TABLE "users" SET (fillfactor = 80);
