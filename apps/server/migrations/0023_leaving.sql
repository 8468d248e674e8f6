ALTER TABLE "users" ADD COLUMN "left_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "left_content" text;--> statement-breakpoint
CREATE INDEX "users_who_left" ON "users" USING btree ("left_at") WHERE "users"."left_at" IS NOT NULL;