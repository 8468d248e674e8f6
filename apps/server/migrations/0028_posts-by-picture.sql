-- What a build that was interrupted left is no index.
DROP INDEX CONCURRENTLY IF EXISTS "posts_by_picture";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "posts_by_picture" ON "posts" USING gin ("images" jsonb_path_ops) WITH (fastupdate=false) WHERE "posts"."images" <> '[]'::jsonb;
