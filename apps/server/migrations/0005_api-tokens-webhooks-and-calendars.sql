CREATE TABLE "api_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"name" text NOT NULL,
	"start" text NOT NULL,
	"digest" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "api_tokens_one_per_digest" UNIQUE("digest")
);
--> statement-breakpoint
CREATE TABLE "calendar_cancellations" (
	"member_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"title" text NOT NULL,
	"event_date" timestamp (3) with time zone NOT NULL,
	"time_zone" text NOT NULL,
	"sequence" integer NOT NULL,
	"cancelled_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "calendar_cancellations_one_per_member" PRIMARY KEY("member_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "calendar_subscriptions" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"nonce" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "calendar_subscriptions_one_per_nonce" UNIQUE("nonce")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event" text NOT NULL,
	"member_id" uuid,
	"data" jsonb NOT NULL,
	"status" text NOT NULL,
	"run" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_attempt_at" timestamp (3) with time zone,
	"next_attempt_at" timestamp (3) with time zone,
	"duration_milliseconds" integer,
	"reply_status" integer,
	"reply_body" text,
	"failure" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"creator_id" uuid,
	"url" text NOT NULL,
	"description" text NOT NULL,
	"events" text[] NOT NULL,
	"secret" "bytea" NOT NULL,
	"previous_secret" "bytea",
	"previous_secret_until" timestamp (3) with time zone,
	"paused_at" timestamp (3) with time zone,
	"is_paused_by_server" boolean DEFAULT false NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"last_delivered_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_cancellations" ADD CONSTRAINT "calendar_cancellations_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_subscriptions" ADD CONSTRAINT "calendar_subscriptions_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_tokens_by_member" ON "api_tokens" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "api_tokens_by_expiry" ON "api_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "calendar_cancellations_by_date" ON "calendar_cancellations" USING btree ("event_date");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_webhook" ON "webhook_deliveries" USING btree ("webhook_id","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_member" ON "webhook_deliveries" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "webhooks_by_creator" ON "webhooks" USING btree ("creator_id");