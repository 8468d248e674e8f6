CREATE UNLOGGED TABLE "published_assets" (
	"name" text PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL,
	"is_brotli" boolean NOT NULL,
	"published_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
