CREATE UNLOGGED TABLE "live_processes" (
	"process_id" uuid PRIMARY KEY NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "online_members" ALTER COLUMN "seen_at" SET DEFAULT now();