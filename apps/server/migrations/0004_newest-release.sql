CREATE TABLE "newest_releases" (
	"version" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL
);
