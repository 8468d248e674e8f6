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
ALTER TABLE "event_attendances" ADD CONSTRAINT "event_attendances_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_attendances" ADD CONSTRAINT "event_attendances_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_notices" ADD CONSTRAINT "event_notices_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_attendances_in_order" ON "event_attendances" USING btree ("event_id","is_going","position");--> statement-breakpoint
CREATE INDEX "event_attendances_by_member" ON "event_attendances" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "event_notices_by_event" ON "event_notices" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "event_notices_by_date" ON "event_notices" USING btree ("event_date");--> statement-breakpoint
CREATE INDEX "events_by_date" ON "events" USING btree ("event_date","id");--> statement-breakpoint
CREATE INDEX "events_by_creator" ON "events" USING btree ("creator_id");