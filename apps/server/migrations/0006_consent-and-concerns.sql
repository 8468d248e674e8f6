CREATE TABLE "consents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"is_given" boolean NOT NULL,
	"guidelines_version" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "guidelines_versions" (
	"version" integer PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "concerns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"receipt" text NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"address" text,
	"name" text,
	"email" text,
	"confirmation_digest" text,
	"email_confirmed_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone NOT NULL,
	"answer" text,
	"answered_by_id" uuid,
	"closed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "concerns_text_length" CHECK (char_length("concerns"."text") BETWEEN 1 AND 4000),
	CONSTRAINT "concerns_answer_length" CHECK (char_length("concerns"."answer") <= 4000)
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "guidelines_version" integer;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "concerns" ADD CONSTRAINT "concerns_answered_by_id_users_id_fk" FOREIGN KEY ("answered_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consents_by_member" ON "consents" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "concerns_one_per_receipt" ON "concerns" USING btree ("receipt");--> statement-breakpoint
CREATE UNIQUE INDEX "concerns_one_per_confirmation" ON "concerns" USING btree ("confirmation_digest");--> statement-breakpoint
CREATE INDEX "concerns_open_by_due" ON "concerns" USING btree ("due_at","id") WHERE "concerns"."closed_at" IS NULL;--> statement-breakpoint
CREATE INDEX "concerns_by_closing" ON "concerns" USING btree ("closed_at") WHERE "concerns"."closed_at" IS NOT NULL;