-- Of several identities of a member at one provider the first one counts, as it did.
DELETE FROM "accounts" AS later USING "accounts" AS first
  WHERE later.user_id = first.user_id AND later.provider_id = first.provider_id AND later.id > first.id;--> statement-breakpoint
DROP INDEX "accounts_by_user";--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_one_per_provider" ON "accounts" USING btree ("user_id","provider_id");