CREATE TABLE "support_counters" (
	"shard" smallint PRIMARY KEY NOT NULL,
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
CREATE TABLE "media_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attached_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_audience" text DEFAULT 'nobody' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "location_audience" text DEFAULT 'members' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "socials_audience" text DEFAULT 'members' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_active_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_other_id_users_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_other_id_users_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mutes" ADD CONSTRAINT "mutes_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mutes" ADD CONSTRAINT "mutes_other_id_users_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connections_by_state" ON "connections" USING btree ("member_id","state","since","other_id");--> statement-breakpoint
CREATE INDEX "media_files_by_owner" ON "media_files" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "media_files_unattached" ON "media_files" USING btree ("attached_at","created_at");--> statement-breakpoint
CREATE INDEX "users_by_last_active" ON "users" USING btree ("last_active_at");