CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb,
	"encrypted" "bytea",
	"revision" integer NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
