CREATE TABLE "feedback" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subscriber_id" bigint NOT NULL,
	"experience" integer NOT NULL,
	"comment" text NOT NULL,
	"comment_type" text NOT NULL,
	"platform" text,
	"site_version" text,
	"country" text,
	"locale" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "feedback_experience" CHECK ("feedback"."experience" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "charges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"carrier_id" text NOT NULL,
	"reference" text NOT NULL,
	"period" integer NOT NULL,
	"package_id" text NOT NULL,
	"amount" integer NOT NULL,
	"vat" integer NOT NULL,
	"vat_rate" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"detail" text,
	"carrier_payment_id" text,
	"carrier_reference" text,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"lookup_at" timestamp with time zone,
	"lookups" integer NOT NULL,
	"suspended_until" timestamp with time zone,
	"surplus" boolean DEFAULT false NOT NULL,
	"refunded" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "charges_refunded" CHECK (refunded between 0 and amount)
);
--> statement-breakpoint
CREATE TABLE "paid_periods" (
	"subscription_id" uuid NOT NULL,
	"period" integer NOT NULL,
	"charge_id" uuid NOT NULL,
	CONSTRAINT "paid_periods_subscription_id_period_pk" PRIMARY KEY("subscription_id","period")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"charge_id" uuid NOT NULL,
	"carrier_id" text NOT NULL,
	"reference" text NOT NULL,
	"amount" integer NOT NULL,
	"vat" integer NOT NULL,
	"state" text NOT NULL,
	"why" text NOT NULL,
	"reason" text,
	"detail" text,
	"carrier_refund_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"lookup_at" timestamp with time zone,
	"lookups" integer NOT NULL,
	"once_key" text
);
--> statement-breakpoint
CREATE TABLE "cases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"carrier_id" text NOT NULL,
	"subject" text NOT NULL,
	"reference" text,
	"carrier_payment_id" text,
	"day" date,
	"source" text,
	"seen_by" uuid,
	"ours" jsonb,
	"theirs" jsonb,
	"proposal" jsonb NOT NULL,
	"state" text NOT NULL,
	"note" text,
	"created_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "reconciliation_entries" (
	"run" uuid NOT NULL,
	"place" integer NOT NULL,
	"reference" text,
	"carrier_payment_id" text,
	"amount" bigint NOT NULL,
	"status" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"charge_id" uuid,
	CONSTRAINT "reconciliation_entries_run_place_pk" PRIMARY KEY("run","place")
);
--> statement-breakpoint
CREATE TABLE "reconciliation_runs" (
	"key" text PRIMARY KEY NOT NULL,
	"run" uuid NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reconciliations" (
	"key" text PRIMARY KEY NOT NULL,
	"carrier_id" text NOT NULL,
	"day" date NOT NULL,
	"source" text NOT NULL,
	"matched" integer NOT NULL,
	"missing_here" integer NOT NULL,
	"missing_there" integer NOT NULL,
	"differing" integer NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "care_acts" (
	"actor_id" text NOT NULL,
	"key" text NOT NULL,
	"asked" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"answer" jsonb,
	CONSTRAINT "care_acts_actor_id_key_pk" PRIMARY KEY("actor_id","key")
);
--> statement-breakpoint
CREATE TABLE "care_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"window_start" timestamp with time zone NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "care_disputes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subscriber_id" bigint,
	"charge_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"carrier_id" text NOT NULL,
	"package_id" text NOT NULL,
	"amount" integer NOT NULL,
	"state" text NOT NULL,
	"words" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"opened_by" text NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	"answered_by" text,
	"decided_at" timestamp with time zone,
	"decided_by" text,
	"decided_reason" text,
	"refund_amount" integer
);
--> statement-breakpoint
CREATE TABLE "care_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subscriber_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by_name" text NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "care_refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subscriber_id" bigint,
	"charge_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"amount" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"asked_by" text NOT NULL,
	"asked_by_name" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"decided_by" text,
	"decided_by_name" text,
	"decided_at" timestamp with time zone,
	"decided_reason" text,
	"refund_reference" text,
	"refusal" text,
	CONSTRAINT "care_refunds_amount" CHECK (amount > 0)
);
--> statement-breakpoint
CREATE TABLE "carrier_call_tickets" (
	"carrier" text NOT NULL,
	"ticket" integer NOT NULL,
	"holder" uuid,
	"free_at" timestamp with time zone NOT NULL,
	CONSTRAINT "carrier_call_tickets_carrier_ticket_pk" PRIMARY KEY("carrier","ticket")
);
--> statement-breakpoint
CREATE TABLE "carrier_pace" (
	"carrier" text PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"failures" integer NOT NULL,
	"paused_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "carrier_slots" (
	"carrier" text NOT NULL,
	"slot" integer NOT NULL,
	"holder" uuid,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "carrier_slots_carrier_slot_pk" PRIMARY KEY("carrier","slot")
);
--> statement-breakpoint
CREATE TABLE "carrier_stops" (
	"carrier" text NOT NULL,
	"operation" text NOT NULL,
	"detail" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"strikes" integer NOT NULL,
	"probes" integer NOT NULL,
	"probe_at" timestamp with time zone NOT NULL,
	CONSTRAINT "carrier_stops_carrier_operation_pk" PRIMARY KEY("carrier","operation")
);
--> statement-breakpoint
CREATE TABLE "catalogue_assets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"duration_ms" integer NOT NULL,
	"renditions" jsonb NOT NULL,
	"captions" text[] NOT NULL,
	"ready_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalogue_version" (
	"id" integer PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"moved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "catalogue_version_one_row" CHECK ("catalogue_version"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "categories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"channel_id" integer NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"tagline" text NOT NULL,
	"genre_id" integer NOT NULL,
	"artwork" jsonb,
	"art_emblem" text,
	"art_ground" text,
	"accent" text NOT NULL,
	"thumbhash" text NOT NULL,
	"published" boolean NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"available_from" timestamp with time zone,
	"available_until" timestamp with time zone,
	"position" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "categories_channel_slug" UNIQUE("channel_id","slug")
);
--> statement-breakpoint
CREATE TABLE "channels" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "channels_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"tagline" text NOT NULL,
	"description" text NOT NULL,
	"genre_id" integer NOT NULL,
	"artwork" jsonb,
	"art_emblem" text,
	"art_ground" text,
	"accent" text NOT NULL,
	"thumbhash" text NOT NULL,
	"published" boolean NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"available_from" timestamp with time zone,
	"available_until" timestamp with time zone,
	"position" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "channels_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "credits" (
	"title_id" integer NOT NULL,
	"person_id" integer NOT NULL,
	"role" text NOT NULL,
	"character" text,
	"position" integer NOT NULL,
	CONSTRAINT "credits_title_id_person_id_role_pk" PRIMARY KEY("title_id","person_id","role")
);
--> statement-breakpoint
CREATE TABLE "episodes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "episodes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"season_id" integer NOT NULL,
	"ordinal" integer NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"synopsis" text NOT NULL,
	"description" text NOT NULL,
	"asset_id" uuid,
	"next_asset_id" uuid,
	"segments" jsonb,
	"captions" jsonb,
	"artwork" jsonb,
	"packages" jsonb,
	"art_emblem" text,
	"art_ground" text,
	"thumbhash" text NOT NULL,
	"published" boolean NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"available_from" timestamp with time zone,
	"available_until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "episodes_slug_unique" UNIQUE("slug"),
	CONSTRAINT "episodes_season_ordinal" UNIQUE("season_id","ordinal")
);
--> statement-breakpoint
CREATE TABLE "genres" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "genres_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "genres_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "live_categories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "live_categories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"published" boolean NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"position" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "live_categories_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "live_channels" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "live_channels_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"live_category_id" integer NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"tagline" text NOT NULL,
	"description" text NOT NULL,
	"genre_id" integer NOT NULL,
	"languages" text[] NOT NULL,
	"headline" text,
	"broadcast_since" timestamp with time zone,
	"broadcast_costs" jsonb,
	"artwork" jsonb,
	"art_emblem" text,
	"art_ground" text,
	"accent" text NOT NULL,
	"thumbhash" text NOT NULL,
	"published" boolean NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"available_from" timestamp with time zone,
	"available_until" timestamp with time zone,
	"position" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "live_channels_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "live_slots" (
	"live_channel_id" integer NOT NULL,
	"starts_at" integer NOT NULL,
	"minutes" integer NOT NULL,
	"title" text NOT NULL,
	"synopsis" text NOT NULL,
	"rating_age" text NOT NULL,
	"rating_advice" text[] NOT NULL,
	CONSTRAINT "live_slots_live_channel_id_starts_at_pk" PRIMARY KEY("live_channel_id","starts_at"),
	CONSTRAINT "live_slots_in_week" CHECK ("live_slots"."starts_at" between 0 and 10079 and "live_slots"."minutes" between 1 and 1440)
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "people_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "people_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "seasons" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "seasons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"show_id" integer NOT NULL,
	"ordinal" integer NOT NULL,
	"title" text,
	"published" boolean NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "seasons_show_ordinal" UNIQUE("show_id","ordinal")
);
--> statement-breakpoint
CREATE TABLE "shelf_items" (
	"shelf_id" integer NOT NULL,
	"title_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "shelf_items_shelf_id_title_id_pk" PRIMARY KEY("shelf_id","title_id")
);
--> statement-breakpoint
CREATE TABLE "shelves" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shelves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"format" text NOT NULL,
	"channel_id" integer,
	"rule" jsonb,
	"published" boolean NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"available_from" timestamp with time zone,
	"available_until" timestamp with time zone,
	"position" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "shelves_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "slides" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "slides_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title_id" integer NOT NULL,
	"eyebrow" text NOT NULL,
	"artwork" jsonb,
	"published" boolean NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"available_from" timestamp with time zone,
	"available_until" timestamp with time zone,
	"position" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "slides_title_id_unique" UNIQUE("title_id")
);
--> statement-breakpoint
CREATE TABLE "titles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "titles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"synopsis" text NOT NULL,
	"description" text NOT NULL,
	"year" integer NOT NULL,
	"rating_age" text NOT NULL,
	"rating_advice" text[] NOT NULL,
	"languages" text[] NOT NULL,
	"genre_id" integer NOT NULL,
	"channel_id" integer NOT NULL,
	"category_id" integer,
	"asset_id" uuid,
	"next_asset_id" uuid,
	"segments" jsonb,
	"captions" jsonb,
	"packages" jsonb,
	"artwork" jsonb,
	"art_emblem" text,
	"art_ground" text,
	"accent" text NOT NULL,
	"thumbhash" text NOT NULL,
	"published" boolean NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"available_from" timestamp with time zone,
	"available_until" timestamp with time zone,
	"position" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "titles_slug_unique" UNIQUE("slug"),
	CONSTRAINT "titles_languages" CHECK (cardinality("titles"."languages") > 0),
	CONSTRAINT "titles_show_has_no_media" CHECK ("titles"."kind" = 'video' or "titles"."asset_id" is null)
);
--> statement-breakpoint
CREATE TABLE "catalogue_keys" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"entry_id" integer NOT NULL,
	CONSTRAINT "catalogue_keys_kind_key_pk" PRIMARY KEY("kind","key"),
	CONSTRAINT "catalogue_keys_entry" UNIQUE("kind","entry_id")
);
--> statement-breakpoint
CREATE TABLE "catalogue_versions" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"fields" jsonb NOT NULL,
	"restored" integer,
	CONSTRAINT "catalogue_versions_kind_key_number_pk" PRIMARY KEY("kind","key","number")
);
--> statement-breakpoint
CREATE TABLE "artworks" (
	"id" text PRIMARY KEY NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"colours" jsonb NOT NULL,
	"accent" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"unused_since" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "search_entries" (
	"kind" text NOT NULL,
	"id" integer NOT NULL,
	"name" text NOT NULL,
	"path" text NOT NULL,
	"joined" text collate "C" NOT NULL,
	"own" "tsvector" NOT NULL,
	"terms" "tsvector" NOT NULL,
	"words" "tsvector" NOT NULL,
	"shown" "tstzmultirange" NOT NULL,
	"belongs_to" text[] NOT NULL,
	"languages" text[] NOT NULL,
	"titles" jsonb,
	CONSTRAINT "search_entries_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
CREATE TABLE "search_index" (
	"id" smallint PRIMARY KEY NOT NULL,
	"rules" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text collate "C" PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "title_plays" (
	"title_id" integer PRIMARY KEY NOT NULL,
	"plays" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"msisdn" text NOT NULL,
	"package_id" text NOT NULL,
	"words" jsonb NOT NULL,
	"language" text NOT NULL,
	"words_version" text NOT NULL,
	"price" integer NOT NULL,
	"price_version_id" uuid NOT NULL,
	"service_period" text NOT NULL,
	"trial" boolean NOT NULL,
	"proof" text NOT NULL,
	"proof_correlator" text,
	"verdict" jsonb NOT NULL,
	"content_block_overridden" boolean NOT NULL,
	"address" text NOT NULL,
	"user_agent" text NOT NULL,
	"transaction_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"retain_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "fraud_verdicts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kit_id" text,
	"transaction_id" text NOT NULL,
	"decision" text NOT NULL,
	"provider" text NOT NULL,
	"mode" text NOT NULL,
	"reasons" jsonb NOT NULL,
	"suspicions" jsonb NOT NULL,
	"evidence" jsonb NOT NULL,
	"address" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "fraud_verdicts_kit_id_unique" UNIQUE("kit_id")
);
--> statement-breakpoint
CREATE TABLE "client_status_checks" (
	"client" text NOT NULL,
	"window_start" timestamp with time zone NOT NULL,
	"checks" integer NOT NULL,
	CONSTRAINT "client_status_checks_client_window_start_pk" PRIMARY KEY("client","window_start")
);
--> statement-breakpoint
CREATE TABLE "device_requests" (
	"device_code_hash" text PRIMARY KEY NOT NULL,
	"user_code_hash" text NOT NULL,
	"client" text NOT NULL,
	"kind" text NOT NULL,
	"name" text,
	"network_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"interval_seconds" integer NOT NULL,
	"polled_at" timestamp with time zone,
	"state" text NOT NULL,
	"subscriber_id" bigint,
	"session_hash" text,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "number_proofs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"visitor_id" text NOT NULL,
	"transaction_id" text NOT NULL,
	"msisdn" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"granted_subscription_id" uuid
);
--> statement-breakpoint
CREATE TABLE "number_status_checks" (
	"msisdn" text NOT NULL,
	"network_hash" text NOT NULL,
	"window_start" timestamp with time zone NOT NULL,
	"checks" integer NOT NULL,
	CONSTRAINT "number_status_checks_msisdn_network_hash_window_start_pk" PRIMARY KEY("msisdn","network_hash","window_start")
);
--> statement-breakpoint
CREATE TABLE "otp_challenges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"msisdn" text NOT NULL,
	"transaction_id" text NOT NULL,
	"visitor_id" text NOT NULL,
	"network_hash" text NOT NULL,
	"by_owner" boolean NOT NULL,
	"purpose" text NOT NULL,
	"package_id" text,
	"price_cents" integer,
	"free_day" boolean,
	"state" text NOT NULL,
	"authentication_id" text,
	"tries" integer NOT NULL,
	"max_tries" integer NOT NULL,
	"used_code_hash" text,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"uses" integer NOT NULL,
	"granted_subscription_id" uuid,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "otp_hours" (
	"hour" timestamp with time zone PRIMARY KEY NOT NULL,
	"sends" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"subscriber_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"replaced_by" text,
	"device_kind" text,
	"device_client" text,
	"device_name" text,
	"refresh_count" integer,
	"refreshed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "carrier_statements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"carrier_id" text NOT NULL,
	"month" text NOT NULL,
	"reference" text NOT NULL,
	"gross" bigint NOT NULL,
	"refunds" bigint NOT NULL,
	"vat" bigint NOT NULL,
	"carrier_share" bigint NOT NULL,
	"to_be_paid" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"carrier_id" text NOT NULL,
	"account" text NOT NULL,
	"amount" bigint NOT NULL,
	"cause" text NOT NULL,
	"cause_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settlements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"carrier_id" text NOT NULL,
	"month" text NOT NULL,
	"paid" bigint NOT NULL,
	"share" bigint NOT NULL,
	"reference" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "settlements_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "write_offs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"carrier_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"once_key" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "write_offs_once_key_unique" UNIQUE("once_key")
);
--> statement-breakpoint
CREATE TABLE "contribution_parts" (
	"asset_id" uuid PRIMARY KEY NOT NULL,
	"contribution_id" uuid NOT NULL,
	"live_channel_id" integer NOT NULL,
	"starts_at" bigint NOT NULL,
	"segment_duration" integer NOT NULL,
	"last_duration" integer NOT NULL,
	"segments" integer NOT NULL,
	"removed" integer DEFAULT 0 NOT NULL,
	"is_open" boolean NOT NULL,
	"sequence" bigint NOT NULL,
	"discontinuity" bigint NOT NULL,
	"renditions" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contributions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"live_channel_id" integer NOT NULL,
	"state" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"bytes" bigint NOT NULL,
	"publishers" integer NOT NULL,
	"job_id" uuid,
	"picture" text DEFAULT 'waiting' NOT NULL,
	"on_air_until" bigint,
	"sequence_shift" bigint,
	"discontinuity_shift" bigint
);
--> statement-breakpoint
CREATE TABLE "stream_keys" (
	"live_channel_id" integer PRIMARY KEY NOT NULL,
	"key_hash" text NOT NULL,
	"record_to" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "stream_keys_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "live_timelines" (
	"live_channel_id" integer PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"fingerprint" text NOT NULL,
	"read_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "media_assets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"reference" text,
	"state" text NOT NULL,
	"files_id" uuid,
	"duration_ms" integer NOT NULL,
	"renditions" jsonb NOT NULL,
	"av1" jsonb,
	"captions" jsonb NOT NULL,
	"storyboard" jsonb,
	"posters" jsonb,
	"loudness" jsonb,
	"part_ids" jsonb,
	"segments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ready_at" timestamp with time zone,
	CONSTRAINT "media_assets_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "media_ingest_jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"asset_id" uuid NOT NULL,
	"file" text NOT NULL,
	"codec" text DEFAULT 'h264' NOT NULL,
	"effort" text NOT NULL,
	"captions" jsonb NOT NULL,
	"state" text NOT NULL,
	"progress" double precision NOT NULL,
	"stage" text,
	"attempts" integer NOT NULL,
	"claim" uuid,
	"earlier_claims" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error_code" text,
	"error_text" text,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"alive_at" timestamp with time zone,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "media_retired" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"retired_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "media_upload_pieces" (
	"upload_id" uuid NOT NULL,
	"start" bigint NOT NULL,
	"file" text NOT NULL,
	CONSTRAINT "media_upload_pieces_upload_id_start_pk" PRIMARY KEY("upload_id","start")
);
--> statement-breakpoint
CREATE TABLE "media_uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"reference" text,
	"effort" text NOT NULL,
	"captions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"size" bigint NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"pieces" integer DEFAULT 0 NOT NULL,
	"job_id" uuid,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inbound_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"msisdn" text NOT NULL,
	"subscription_id" uuid,
	"read_as" text NOT NULL,
	"text" text,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inbound_seen" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"msisdn" text NOT NULL,
	"subscription_id" uuid,
	"once_key" text,
	"template" text NOT NULL,
	"text" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"carrier_id" text,
	"carrier_message_id" text,
	"forget" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "forgotten_numbers" (
	"mark" text PRIMARY KEY NOT NULL,
	"trial_used_at" timestamp with time zone,
	"blocked_at" timestamp with time zone,
	"grace_from" timestamp with time zone,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscribers" (
	"id" bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "subscribers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 100001 CACHE 1),
	"msisdn" text NOT NULL,
	"carrier_id" text,
	"carrier_checked_at" timestamp with time zone,
	"language" text,
	"trial_used_at" timestamp with time zone,
	"blocked_at" timestamp with time zone,
	"grace_from" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"forgotten_at" timestamp with time zone,
	"owner_checked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "packages" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"words" text NOT NULL,
	"period" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"made_by" text NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"package_id" text NOT NULL,
	"amount" integer NOT NULL,
	"vat_rate" integer NOT NULL,
	"trial_days" integer NOT NULL,
	"monthly_limit" integer NOT NULL,
	"service_keys" jsonb NOT NULL,
	"offered" boolean NOT NULL,
	"valid_from" timestamp with time zone NOT NULL,
	"holders" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"made_by" text NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price_withdrawals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by" text NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "installation_facts" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scheduled_jobs" (
	"name" text PRIMARY KEY NOT NULL,
	"next_run_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "previews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"viewer" text NOT NULL,
	"package_id" text,
	"at" timestamp with time zone,
	"path" text NOT NULL,
	"claim_hash" text,
	"created_at" timestamp with time zone NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "previews_claim_hash_unique" UNIQUE("claim_hash")
);
--> statement-breakpoint
CREATE TABLE "carrier_checks" (
	"carrier_id" text PRIMARY KEY NOT NULL,
	"database" text NOT NULL,
	"written_by" text NOT NULL,
	"checked_at" timestamp with time zone,
	"run" uuid,
	"until" timestamp with time zone,
	"problem" text,
	"tries" integer NOT NULL,
	"retry_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "holds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"carrier_id" text NOT NULL,
	"why" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"window_from" timestamp with time zone NOT NULL,
	"window_to" timestamp with time zone NOT NULL,
	"missing" integer NOT NULL,
	"attached" integer NOT NULL,
	"cases" integer NOT NULL,
	"refunds" integer NOT NULL,
	"refunds_unread" boolean NOT NULL,
	"attached_at" timestamp with time zone,
	"released_at" timestamp with time zone,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "report_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subject" text NOT NULL,
	"day" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_charges" (
	"day" date NOT NULL,
	"carrier_id" text NOT NULL,
	"package_id" text NOT NULL,
	"outcome" text NOT NULL,
	"reason" text NOT NULL,
	"n" bigint NOT NULL,
	"cents" bigint NOT NULL,
	"vat" bigint NOT NULL,
	CONSTRAINT "report_charges_day_carrier_id_package_id_outcome_reason_pk" PRIMARY KEY("day","carrier_id","package_id","outcome","reason")
);
--> statement-breakpoint
CREATE TABLE "report_cohorts" (
	"grain" text NOT NULL,
	"cohort" date NOT NULL,
	"ended" date NOT NULL,
	"carrier_id" text NOT NULL,
	"package_id" text NOT NULL,
	"n" bigint NOT NULL,
	CONSTRAINT "report_cohorts_grain_cohort_ended_carrier_id_package_id_pk" PRIMARY KEY("grain","cohort","ended","carrier_id","package_id")
);
--> statement-breakpoint
CREATE TABLE "report_disputes" (
	"day" date NOT NULL,
	"carrier_id" text NOT NULL,
	"package_id" text NOT NULL,
	"state" text NOT NULL,
	"n" bigint NOT NULL,
	CONSTRAINT "report_disputes_day_carrier_id_package_id_state_pk" PRIMARY KEY("day","carrier_id","package_id","state")
);
--> statement-breakpoint
CREATE TABLE "report_ends" (
	"day" date NOT NULL,
	"week" date NOT NULL,
	"month" date NOT NULL,
	"carrier_id" text NOT NULL,
	"package_id" text NOT NULL,
	"n" bigint NOT NULL,
	CONSTRAINT "report_ends_day_week_month_carrier_id_package_id_pk" PRIMARY KEY("day","week","month","carrier_id","package_id")
);
--> statement-breakpoint
CREATE TABLE "report_heights" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"network" text NOT NULL,
	"height" smallint NOT NULL,
	"seconds" bigint NOT NULL,
	CONSTRAINT "report_heights_day_kind_network_height_pk" PRIMARY KEY("day","kind","network","height")
);
--> statement-breakpoint
CREATE TABLE "report_ledger" (
	"day" date NOT NULL,
	"carrier_id" text NOT NULL,
	"account" text NOT NULL,
	"cause" text NOT NULL,
	"debit" bigint NOT NULL,
	"credit" bigint NOT NULL,
	CONSTRAINT "report_ledger_day_carrier_id_account_cause_pk" PRIMARY KEY("day","carrier_id","account","cause")
);
--> statement-breakpoint
CREATE TABLE "report_plays" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"network" text NOT NULL,
	"save_data" boolean NOT NULL,
	"plays" bigint NOT NULL,
	"started" bigint NOT NULL,
	"finished" bigint NOT NULL,
	"watched_seconds" bigint NOT NULL,
	"stalls" bigint NOT NULL,
	"stalled_seconds" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "report_plays_day_kind_network_save_data_pk" PRIMARY KEY("day","kind","network","save_data")
);
--> statement-breakpoint
CREATE TABLE "report_refunds" (
	"day" date NOT NULL,
	"carrier_id" text NOT NULL,
	"package_id" text NOT NULL,
	"state" text NOT NULL,
	"n" bigint NOT NULL,
	"cents" bigint NOT NULL,
	"vat" bigint NOT NULL,
	CONSTRAINT "report_refunds_day_carrier_id_package_id_state_pk" PRIMARY KEY("day","carrier_id","package_id","state")
);
--> statement-breakpoint
CREATE TABLE "report_runs" (
	"id" integer PRIMARY KEY NOT NULL,
	"counted_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_starts" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"network" text NOT NULL,
	"start_class" smallint NOT NULL,
	"n" bigint NOT NULL,
	CONSTRAINT "report_starts_day_kind_network_start_class_pk" PRIMARY KEY("day","kind","network","start_class")
);
--> statement-breakpoint
CREATE TABLE "report_subscribers" (
	"day" date NOT NULL,
	"carrier_id" text NOT NULL,
	"package_id" text NOT NULL,
	"what" text NOT NULL,
	"n" bigint NOT NULL,
	CONSTRAINT "report_subscribers_day_carrier_id_package_id_what_pk" PRIMARY KEY("day","carrier_id","package_id","what")
);
--> statement-breakpoint
CREATE TABLE "report_titles" (
	"grain" text NOT NULL,
	"period" date NOT NULL,
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"plays" bigint NOT NULL,
	"started" bigint NOT NULL,
	"slow" bigint NOT NULL,
	"finished" bigint NOT NULL,
	"watched_seconds" bigint NOT NULL,
	"stalls" bigint NOT NULL,
	"bytes_mobile" bigint NOT NULL,
	"bytes_wifi" bigint NOT NULL,
	"bytes_unknown" bigint NOT NULL,
	CONSTRAINT "report_titles_grain_kind_slug_period_pk" PRIMARY KEY("grain","kind","slug","period")
);
--> statement-breakpoint
CREATE TABLE "accept_attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"owner" text NOT NULL,
	"subscription_id" uuid,
	"at" timestamp with time zone NOT NULL,
	"nonce" text NOT NULL,
	"session_hash" text,
	"answered_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"roles" text[] NOT NULL,
	"state" text NOT NULL,
	"password_hash" text,
	"totp" text,
	"totp_step" bigint NOT NULL,
	"oidc_subject" text,
	"refused" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "staff_accounts_email_unique" UNIQUE("email"),
	CONSTRAINT "staff_accounts_oidc_subject_unique" UNIQUE("oidc_subject")
);
--> statement-breakpoint
CREATE TABLE "staff_api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"prefix" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "staff_api_keys_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "staff_audit" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"reason" text,
	"details" jsonb,
	"correlation_id" text
);
--> statement-breakpoint
CREATE TABLE "staff_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"account_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_recovery_codes" (
	"account_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "staff_recovery_codes_account_id_code_hash_pk" PRIMARY KEY("account_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"factor_at" timestamp with time zone NOT NULL,
	"method" text NOT NULL,
	"network" text NOT NULL,
	"agent" text NOT NULL,
	"refused_before" integer NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "staff_sessions_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "staff_sign_in_tries" (
	"key" text PRIMARY KEY NOT NULL,
	"window_start" timestamp with time zone NOT NULL,
	"tries" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_used_challenges" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price_offers" (
	"version_id" uuid PRIMARY KEY NOT NULL,
	"pass" text NOT NULL,
	"told_until" uuid,
	"told" integer NOT NULL,
	"next_at" timestamp with time zone,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "subscription_events" (
	"subscription_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"type" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"data" jsonb NOT NULL,
	CONSTRAINT "subscription_events_subscription_id_place_pk" PRIMARY KEY("subscription_id","place")
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subscriber_id" bigint NOT NULL,
	"carrier_id" text NOT NULL,
	"package_id" text NOT NULL,
	"price" integer NOT NULL,
	"next_package_id" text,
	"next_price" integer,
	"next_from" timestamp with time zone,
	"status" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"paid_until" timestamp with time zone,
	"carried_until" timestamp with time zone,
	"grace_from" timestamp with time zone,
	"grace_until" timestamp with time zone,
	"period" integer NOT NULL,
	"cancelled_at" timestamp with time zone,
	"charging_package_id" text,
	"charging_price" integer,
	"charging_since" timestamp with time zone,
	"topped_up_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"taken_month" text,
	"taken_cents" integer DEFAULT 0 NOT NULL,
	"top_up_day" text,
	"top_up_tries" integer DEFAULT 0 NOT NULL,
	"remind_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	"version" integer NOT NULL,
	"transaction_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unblockings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subscriber_id" bigint NOT NULL,
	"blocked_at" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "header_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "header_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"headers" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "play_reports" (
	"uuid" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"video" text NOT NULL,
	"day" date NOT NULL,
	"figures" jsonb NOT NULL,
	"counted" jsonb,
	"waiting" boolean NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "playback_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "playback_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid NOT NULL,
	"video" text NOT NULL,
	"status" text NOT NULL,
	"duration" double precision,
	"paused_at" double precision,
	"finished_at" double precision,
	"subscriber_id" bigint,
	"platform" text,
	"site_version" text,
	"country" text,
	"locale" text,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_askers" (
	"term" text NOT NULL,
	"viewer" text NOT NULL,
	"nothing" boolean NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "search_askers_term_viewer_pk" PRIMARY KEY("term","viewer")
);
--> statement-breakpoint
CREATE TABLE "search_counts" (
	"grain" text NOT NULL,
	"period" date NOT NULL,
	"term" text NOT NULL,
	"asked" bigint NOT NULL,
	"nothing" bigint NOT NULL,
	CONSTRAINT "search_counts_grain_period_term_pk" PRIMARY KEY("grain","period","term")
);
--> statement-breakpoint
CREATE TABLE "search_terms" (
	"term" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "list_items" (
	"subscriber_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"entity_id" integer NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "list_items_subscriber_id_kind_entity_id_pk" PRIMARY KEY("subscriber_id","kind","entity_id")
);
--> statement-breakpoint
CREATE TABLE "playing_devices" (
	"subscriber_id" bigint NOT NULL,
	"session" text NOT NULL,
	"play_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"taken_over_kind" text,
	"taken_over_at" timestamp with time zone,
	CONSTRAINT "playing_devices_subscriber_id_session_pk" PRIMARY KEY("subscriber_id","session")
);
--> statement-breakpoint
CREATE TABLE "resume_positions" (
	"subscriber_id" bigint NOT NULL,
	"title_id" integer NOT NULL,
	"episode_id" integer,
	"seconds" integer,
	"finished" boolean DEFAULT false NOT NULL,
	"duration_seconds" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "resume_positions_subscriber_id_title_id_pk" PRIMARY KEY("subscriber_id","title_id"),
	CONSTRAINT "resume_positions_seconds" CHECK ("resume_positions"."seconds" is null or "resume_positions"."seconds" >= 0)
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"position" bigserial PRIMARY KEY NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"type" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"last_at" timestamp with time zone,
	"last_status" integer,
	"last_answer" text
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"description" text NOT NULL,
	"recorded_types" text[] NOT NULL,
	"secrets" jsonb NOT NULL,
	"state" text NOT NULL,
	"note" text,
	"failing_since" timestamp with time zone,
	"rest_until" timestamp with time zone,
	"lease_until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_genre_id_genres_id_fk" FOREIGN KEY ("genre_id") REFERENCES "public"."genres"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_genre_id_genres_id_fk" FOREIGN KEY ("genre_id") REFERENCES "public"."genres"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "episodes" ADD CONSTRAINT "episodes_season_id_seasons_id_fk" FOREIGN KEY ("season_id") REFERENCES "public"."seasons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_channels" ADD CONSTRAINT "live_channels_live_category_id_live_categories_id_fk" FOREIGN KEY ("live_category_id") REFERENCES "public"."live_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_channels" ADD CONSTRAINT "live_channels_genre_id_genres_id_fk" FOREIGN KEY ("genre_id") REFERENCES "public"."genres"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_slots" ADD CONSTRAINT "live_slots_live_channel_id_live_channels_id_fk" FOREIGN KEY ("live_channel_id") REFERENCES "public"."live_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seasons" ADD CONSTRAINT "seasons_show_id_titles_id_fk" FOREIGN KEY ("show_id") REFERENCES "public"."titles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shelf_items" ADD CONSTRAINT "shelf_items_shelf_id_shelves_id_fk" FOREIGN KEY ("shelf_id") REFERENCES "public"."shelves"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shelf_items" ADD CONSTRAINT "shelf_items_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shelves" ADD CONSTRAINT "shelves_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slides" ADD CONSTRAINT "slides_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "titles" ADD CONSTRAINT "titles_genre_id_genres_id_fk" FOREIGN KEY ("genre_id") REFERENCES "public"."genres"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "titles" ADD CONSTRAINT "titles_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "titles" ADD CONSTRAINT "titles_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "title_plays" ADD CONSTRAINT "title_plays_title_id_titles_id_fk" FOREIGN KEY ("title_id") REFERENCES "public"."titles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contribution_parts" ADD CONSTRAINT "contribution_parts_contribution_id_contributions_id_fk" FOREIGN KEY ("contribution_id") REFERENCES "public"."contributions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_ingest_jobs" ADD CONSTRAINT "media_ingest_jobs_asset_id_media_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."media_assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_upload_pieces" ADD CONSTRAINT "media_upload_pieces_upload_id_media_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."media_uploads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "feedback_subscriber" ON "feedback" USING btree ("subscriber_id","at");--> statement-breakpoint
CREATE INDEX "feedback_at" ON "feedback" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "charges_reference" ON "charges" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "charges_subscription" ON "charges" USING btree ("subscription_id","period");--> statement-breakpoint
CREATE INDEX "charges_lookup" ON "charges" USING btree ("carrier_id","lookup_at","id") WHERE lookup_at is not null;--> statement-breakpoint
CREATE INDEX "charges_held" ON "charges" USING btree ("carrier_id","suspended_until","id") WHERE suspended_until is not null;--> statement-breakpoint
CREATE INDEX "charges_created" ON "charges" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_reference" ON "refunds" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "refunds_charge" ON "refunds" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "refunds_created" ON "refunds" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_once" ON "refunds" USING btree ("once_key") WHERE once_key is not null;--> statement-breakpoint
CREATE INDEX "refunds_lookup" ON "refunds" USING btree ("carrier_id","lookup_at","id") WHERE lookup_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "cases_subject" ON "cases" USING btree ("kind","carrier_id","subject");--> statement-breakpoint
CREATE INDEX "cases_open" ON "cases" USING btree ("created_at") WHERE state = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_entries_payment" ON "reconciliation_entries" USING btree ("run","carrier_payment_id") WHERE carrier_payment_id is not null;--> statement-breakpoint
CREATE INDEX "reconciliation_entries_charge" ON "reconciliation_entries" USING btree ("run","charge_id") WHERE charge_id is not null;--> statement-breakpoint
CREATE INDEX "care_acts_at" ON "care_acts" USING btree ("at");--> statement-breakpoint
CREATE INDEX "care_counts_window" ON "care_counts" USING btree ("window_start");--> statement-breakpoint
CREATE INDEX "care_disputes_subscriber" ON "care_disputes" USING btree ("subscriber_id","opened_at");--> statement-breakpoint
CREATE UNIQUE INDEX "care_disputes_undecided" ON "care_disputes" USING btree ("charge_id") WHERE state in ('open', 'answered');--> statement-breakpoint
CREATE INDEX "care_disputes_opened" ON "care_disputes" USING btree ("opened_at");--> statement-breakpoint
CREATE INDEX "care_disputes_state" ON "care_disputes" USING btree ("state","id" desc);--> statement-breakpoint
CREATE INDEX "care_notes_subscriber" ON "care_notes" USING btree ("subscriber_id","at");--> statement-breakpoint
CREATE INDEX "care_notes_at" ON "care_notes" USING btree ("at");--> statement-breakpoint
CREATE INDEX "care_refunds_charge" ON "care_refunds" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "care_refunds_subscriber" ON "care_refunds" USING btree ("subscriber_id","asked_at");--> statement-breakpoint
CREATE INDEX "care_refunds_asked" ON "care_refunds" USING btree ("asked_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "care_refunds_unfinished" ON "care_refunds" USING btree ("decided_at") WHERE state in ('free', 'approved') and refund_reference is null and refusal is null;--> statement-breakpoint
CREATE INDEX "credits_person" ON "credits" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "episodes_asset" ON "episodes" USING btree ("asset_id");--> statement-breakpoint
CREATE INDEX "live_channels_category" ON "live_channels" USING btree ("live_category_id","position");--> statement-breakpoint
CREATE INDEX "shelf_items_title" ON "shelf_items" USING btree ("title_id");--> statement-breakpoint
CREATE INDEX "shelves_channel" ON "shelves" USING btree ("channel_id","position");--> statement-breakpoint
CREATE INDEX "titles_channel" ON "titles" USING btree ("channel_id","position");--> statement-breakpoint
CREATE INDEX "titles_category" ON "titles" USING btree ("category_id","position");--> statement-breakpoint
CREATE INDEX "titles_genre" ON "titles" USING btree ("genre_id");--> statement-breakpoint
CREATE INDEX "titles_asset" ON "titles" USING btree ("asset_id");--> statement-breakpoint
CREATE INDEX "search_entries_joined" ON "search_entries" USING btree ("joined");--> statement-breakpoint
CREATE INDEX "search_entries_own" ON "search_entries" USING gin ("own");--> statement-breakpoint
CREATE INDEX "search_entries_terms" ON "search_entries" USING gin ("terms");--> statement-breakpoint
CREATE INDEX "search_entries_words" ON "search_entries" USING gin ("words");--> statement-breakpoint
CREATE INDEX "consents_subscription" ON "consents" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "consents_msisdn" ON "consents" USING btree ("msisdn");--> statement-breakpoint
CREATE INDEX "consents_retain" ON "consents" USING btree ("retain_until","id") WHERE retain_until is not null;--> statement-breakpoint
CREATE INDEX "fraud_verdicts_transaction" ON "fraud_verdicts" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "fraud_verdicts_at" ON "fraud_verdicts" USING btree ("at");--> statement-breakpoint
CREATE INDEX "fraud_verdicts_address" ON "fraud_verdicts" USING btree ("at") WHERE address <> '';--> statement-breakpoint
CREATE INDEX "client_status_checks_window" ON "client_status_checks" USING btree ("window_start");--> statement-breakpoint
CREATE UNIQUE INDEX "device_requests_user_code" ON "device_requests" USING btree ("user_code_hash");--> statement-breakpoint
CREATE INDEX "device_requests_subscriber" ON "device_requests" USING btree ("subscriber_id");--> statement-breakpoint
CREATE INDEX "device_requests_expires" ON "device_requests" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "number_proofs_visit" ON "number_proofs" USING btree ("visitor_id","transaction_id");--> statement-breakpoint
CREATE INDEX "number_proofs_msisdn" ON "number_proofs" USING btree ("msisdn");--> statement-breakpoint
CREATE UNIQUE INDEX "number_proofs_token" ON "number_proofs" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "number_proofs_expires" ON "number_proofs" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "number_status_checks_window" ON "number_status_checks" USING btree ("window_start");--> statement-breakpoint
CREATE INDEX "otp_challenges_msisdn" ON "otp_challenges" USING btree ("msisdn","sent_at");--> statement-breakpoint
CREATE INDEX "otp_challenges_network" ON "otp_challenges" USING btree ("network_hash","sent_at");--> statement-breakpoint
CREATE INDEX "otp_challenges_visit" ON "otp_challenges" USING btree ("visitor_id","sent_at");--> statement-breakpoint
CREATE INDEX "otp_challenges_expires" ON "otp_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_subscriber" ON "sessions" USING btree ("subscriber_id");--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "carrier_statements_reference" ON "carrier_statements" USING btree ("carrier_id","reference");--> statement-breakpoint
CREATE INDEX "ledger_lines_cause" ON "ledger_lines" USING btree ("cause_id");--> statement-breakpoint
CREATE INDEX "ledger_lines_entry" ON "ledger_lines" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "ledger_lines_at" ON "ledger_lines" USING brin ("at");--> statement-breakpoint
CREATE INDEX "contribution_parts_starts" ON "contribution_parts" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "contributions_channel" ON "contributions" USING btree ("live_channel_id","started_at");--> statement-breakpoint
CREATE INDEX "media_ingest_jobs_state" ON "media_ingest_jobs" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "media_ingest_jobs_asset" ON "media_ingest_jobs" USING btree ("asset_id");--> statement-breakpoint
CREATE INDEX "inbound_messages_msisdn" ON "inbound_messages" USING btree ("msisdn","at");--> statement-breakpoint
CREATE INDEX "inbound_messages_alone" ON "inbound_messages" USING btree ("at") WHERE subscription_id is null;--> statement-breakpoint
CREATE INDEX "messages_due" ON "messages" USING btree ("due_at","id") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "messages_msisdn" ON "messages" USING btree ("msisdn","created_at");--> statement-breakpoint
CREATE INDEX "messages_subscription" ON "messages" USING btree ("subscription_id") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "messages_alone" ON "messages" USING btree ("created_at") WHERE subscription_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "messages_once" ON "messages" USING btree ("once_key") WHERE once_key is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "subscribers_msisdn" ON "subscribers" USING btree ("msisdn");--> statement-breakpoint
CREATE INDEX "subscribers_gone" ON "subscribers" USING btree ("forgotten_at") WHERE forgotten_at is not null;--> statement-breakpoint
CREATE INDEX "price_versions_package" ON "price_versions" USING btree ("package_id","valid_from");--> statement-breakpoint
CREATE UNIQUE INDEX "price_withdrawals_version" ON "price_withdrawals" USING btree ("version_id");--> statement-breakpoint
CREATE INDEX "previews_until" ON "previews" USING btree ("until");--> statement-breakpoint
CREATE UNIQUE INDEX "holds_open" ON "holds" USING btree ("carrier_id") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "report_charges_outcome" ON "report_charges" USING btree ("outcome","day");--> statement-breakpoint
CREATE INDEX "report_cohorts_ended" ON "report_cohorts" USING btree ("grain","ended");--> statement-breakpoint
CREATE INDEX "report_titles_period" ON "report_titles" USING btree ("grain","period");--> statement-breakpoint
CREATE INDEX "accept_attempts_at" ON "accept_attempts" USING btree ("at");--> statement-breakpoint
CREATE INDEX "staff_audit_actor" ON "staff_audit" USING btree ("actor_id","id" desc);--> statement-breakpoint
CREATE INDEX "staff_audit_subject" ON "staff_audit" USING btree ("subject","id" desc);--> statement-breakpoint
CREATE INDEX "staff_audit_action" ON "staff_audit" USING btree ("action","id" desc);--> statement-breakpoint
CREATE INDEX "staff_passkeys_account" ON "staff_passkeys" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_account" ON "staff_sessions" USING btree ("account_id","created_at" desc);--> statement-breakpoint
CREATE INDEX "price_offers_next" ON "price_offers" USING btree ("next_at") WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX "subscription_events_at" ON "subscription_events" USING brin ("at");--> statement-breakpoint
CREATE INDEX "subscription_events_moves" ON "subscription_events" USING btree ("subscription_id") WHERE type = 'package_change_requested' or (type = 'charge_requested' and data ? 'atOnce');--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_one_running" ON "subscriptions" USING btree ("subscriber_id") WHERE status in ('pending', 'trial', 'active', 'due', 'grace', 'parked');--> statement-breakpoint
CREATE INDEX "subscriptions_subscriber" ON "subscriptions" USING btree ("subscriber_id","started_at");--> statement-breakpoint
CREATE INDEX "subscriptions_renewing" ON "subscriptions" USING btree ("carrier_id","due_at","id") WHERE due_at is not null and status in ('trial', 'active', 'grace', 'parked');--> statement-breakpoint
CREATE INDEX "subscriptions_ending" ON "subscriptions" USING btree ("due_at","id") WHERE due_at is not null and status in ('cancelled', 'due');--> statement-breakpoint
CREATE INDEX "subscriptions_remind" ON "subscriptions" USING btree ("remind_at","id") WHERE remind_at is not null;--> statement-breakpoint
CREATE INDEX "unblockings_subscriber" ON "unblockings" USING btree ("subscriber_id");--> statement-breakpoint
CREATE INDEX "play_reports_waiting" ON "play_reports" USING btree ("changed_at") WHERE waiting;--> statement-breakpoint
CREATE INDEX "play_reports_changed" ON "play_reports" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "playback_log_uuid" ON "playback_log" USING btree ("uuid","id");--> statement-breakpoint
CREATE INDEX "playback_log_subscriber" ON "playback_log" USING btree ("subscriber_id","id");--> statement-breakpoint
CREATE INDEX "playback_log_at" ON "playback_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "search_askers_at" ON "search_askers" USING btree ("at");--> statement-breakpoint
CREATE INDEX "list_items_added" ON "list_items" USING btree ("subscriber_id","added_at");--> statement-breakpoint
CREATE INDEX "playing_devices_seen" ON "playing_devices" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "resume_positions_at" ON "resume_positions" USING btree ("subscriber_id","at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("endpoint_id","due_at","position") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_endpoint" ON "webhook_deliveries" USING btree ("endpoint_id","position");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_at" ON "webhook_deliveries" USING btree ("at");