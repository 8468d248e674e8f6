CREATE TABLE "text_versions" (
	"revision" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"content" jsonb,
	"published_at" timestamp (3) with time zone NOT NULL,
	"published_by_id" uuid,
	"guidelines_version" integer
);
--> statement-breakpoint
ALTER TABLE "text_versions" ADD CONSTRAINT "text_versions_published_by_id_users_id_fk" FOREIGN KEY ("published_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "text_versions_by_name" ON "text_versions" USING btree ("name","revision");--> statement-breakpoint
CREATE INDEX "text_versions_by_publisher" ON "text_versions" USING btree ("published_by_id");