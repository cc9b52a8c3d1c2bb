-- The playback log is partitioned by South African month (platform/monthly-partitions.ts). Nothing is
-- copied, and of the rows nothing is read but the highest number: the table that is there becomes
-- the default partition of a new one with its name and columns, so that the version before goes on
-- writing and reading. Numbers go on from a sequence of its own, because PostgreSQL 15 and 16 know
-- no identity columns in partitioned tables.
alter table playback_log rename to playback_log_rest;
--> statement-breakpoint
alter table playback_log_rest alter column id drop identity;
--> statement-breakpoint
create sequence playback_log_number;
--> statement-breakpoint
select setval('playback_log_number', (select coalesce(max(id), 0) + 1 from playback_log_rest), false);
--> statement-breakpoint
alter table playback_log_rest drop constraint playback_log_pkey;
--> statement-breakpoint
alter table playback_log_rest alter column id set default nextval('playback_log_number');
--> statement-breakpoint
create table playback_log (like playback_log_rest including defaults) partition by range (at);
--> statement-breakpoint
alter index playback_log_uuid rename to playback_log_rest_uuid;
--> statement-breakpoint
alter index playback_log_subscriber rename to playback_log_rest_subscriber;
--> statement-breakpoint
alter index playback_log_at rename to playback_log_rest_at;
--> statement-breakpoint
create index playback_log_uuid on playback_log (uuid, id);
--> statement-breakpoint
create index playback_log_subscriber on playback_log (subscriber_id, id);
--> statement-breakpoint
create index playback_log_at on playback_log (at);
--> statement-breakpoint
alter table playback_log attach partition playback_log_rest default;
--> statement-breakpoint
alter sequence playback_log_number owned by playback_log.id;
