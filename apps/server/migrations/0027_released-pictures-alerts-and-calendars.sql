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
ALTER TABLE "events" ADD COLUMN "calendar_sequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "media_files" ADD COLUMN "released_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "notification_alerts_by_age" ON "notification_alerts" USING btree ("at");--> statement-breakpoint
CREATE INDEX "notification_alerts_by_actor" ON "notification_alerts" USING btree ("actor_id");
