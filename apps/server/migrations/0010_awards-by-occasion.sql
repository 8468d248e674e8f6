ALTER TABLE "points_ledger" ALTER COLUMN "subject_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "points_ledger" ADD COLUMN "occasion" text;--> statement-breakpoint
CREATE UNIQUE INDEX "points_ledger_one_per_occasion" ON "points_ledger" USING btree ("member_id","kind","occasion") WHERE "points_ledger"."occasion" IS NOT NULL;