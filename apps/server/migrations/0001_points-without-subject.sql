DROP INDEX "points_ledger_one_per_subject";--> statement-breakpoint
DROP INDEX "points_ledger_one_per_occasion";--> statement-breakpoint
CREATE UNIQUE INDEX "points_ledger_one_per_occasion" ON "points_ledger" USING btree ("member_id","occasion","kind");--> statement-breakpoint
ALTER TABLE "points_ledger" DROP COLUMN "subject_id";