ALTER TABLE "meditations" ADD COLUMN "teacher" text;--> statement-breakpoint
ALTER TABLE "meditations" ADD COLUMN "theme" text;--> statement-breakpoint
ALTER TABLE "meditations" ADD CONSTRAINT "meditations_teacher_length" CHECK (char_length("meditations"."teacher") BETWEEN 1 AND 60) NOT VALID;