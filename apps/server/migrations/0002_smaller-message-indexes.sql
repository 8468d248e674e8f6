DROP INDEX "conversation_members_begun";--> statement-breakpoint
DROP INDEX "messages_by_photo";--> statement-breakpoint
CREATE INDEX "conversation_members_begun" ON "conversation_members" USING btree ("member_id","begun_at") WHERE "conversation_members"."begun_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "messages_by_photo" ON "messages" USING btree ("photo_id") WHERE "messages"."photo_id" IS NOT NULL;