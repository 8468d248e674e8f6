CREATE TABLE "book_notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD COLUMN "invited_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD COLUMN "invitation_digest" text;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD COLUMN "joined_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "book_notifications_one_per_email" ON "book_notifications" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "waitlist_entries_one_per_invitation" ON "waitlist_entries" USING btree ("invitation_digest");