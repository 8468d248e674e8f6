CREATE SEQUENCE "public"."unread_revisions" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "counts_revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "score_revision" integer DEFAULT 0 NOT NULL;