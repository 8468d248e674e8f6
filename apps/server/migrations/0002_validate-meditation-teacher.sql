ALTER TABLE "meditations" VALIDATE CONSTRAINT "meditations_teacher_length";
