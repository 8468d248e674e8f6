CREATE TABLE "library_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"author" text,
	"description" text,
	"cover_url" text,
	"link" text,
	CONSTRAINT "library_items_title_length" CHECK (char_length("library_items"."title") BETWEEN 1 AND 200),
	CONSTRAINT "library_items_author_length" CHECK (char_length("library_items"."author") <= 200),
	CONSTRAINT "library_items_description_length" CHECK (char_length("library_items"."description") <= 500)
);
--> statement-breakpoint
CREATE INDEX "library_items_by_kind" ON "library_items" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "library_items_by_title" ON "library_items" USING btree ("kind",lower("title"));