-- What happened is never changed: the audit and the ledger refuse it here, not only by care.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append only', tg_table_name using errcode = 'integrity_constraint_violation';
end
$$;
--> statement-breakpoint
create trigger subscription_events_append_only before update or delete on subscription_events for each statement execute function refuse_change();
--> statement-breakpoint
create trigger ledger_lines_append_only before update or delete on ledger_lines for each statement execute function refuse_change();
--> statement-breakpoint
create trigger paid_periods_append_only before update or delete on paid_periods for each statement execute function refuse_change();
--> statement-breakpoint
create trigger unblockings_append_only before update or delete on unblockings for each statement execute function refuse_change();
--> statement-breakpoint
create trigger staff_audit_append_only before update or delete on staff_audit for each statement execute function refuse_change();
--> statement-breakpoint
-- Webhooks: each recorded event is queued for the endpoints that take its type, in the transaction that records it. The
-- position of an event among all is not known before its transaction ends, so readers by position could miss one; an outbox
-- that the same transaction writes misses none, whoever records the event.
create function queue_webhooks() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (endpoint_id, subscription_id, place, type, at, state, due_at)
    select endpoint.id, event.subscription_id, event.place, event.type, event.at, 'waiting', event.at
    from new_events event join webhook_endpoints endpoint on event.type = any(endpoint.recorded_types)
    order by event.at, event.subscription_id, event.place;
  return null;
end
$$;
--> statement-breakpoint
create trigger subscription_events_queue_webhooks after insert on subscription_events referencing new table as new_events for each statement execute function queue_webhooks();
--> statement-breakpoint
-- What may not be changed or deleted row by row may not be emptied as a whole either.
create trigger ledger_lines_not_emptied before truncate on ledger_lines for each statement execute function refuse_change();
--> statement-breakpoint
create trigger subscription_events_not_emptied before truncate on subscription_events for each statement execute function refuse_change();
--> statement-breakpoint
create trigger paid_periods_not_emptied before truncate on paid_periods for each statement execute function refuse_change();
--> statement-breakpoint
create trigger unblockings_not_emptied before truncate on unblockings for each statement execute function refuse_change();
--> statement-breakpoint
create trigger staff_audit_not_emptied before truncate on staff_audit for each statement execute function refuse_change();
--> statement-breakpoint
-- An entry is written by one statement, so it is judged once for the statement rather than once for each line: a batch of a
-- thousand entries costs one look.
create function refuse_unbalanced() returns trigger language plpgsql as $$
begin
  if exists (
    select from ledger_lines where entry_id in (select entry_id from new_lines) group by entry_id having sum(amount) <> 0 or count(*) < 2
  ) then
    raise exception 'a ledger entry must balance' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger ledger_lines_balanced after insert on ledger_lines referencing new table as new_lines for each statement execute function refuse_unbalanced();
--> statement-breakpoint
-- Words that look like another one: trigrams. The extension is a trusted one, which the owner of a database may add to it.
create extension if not exists pg_trgm;
--> statement-breakpoint
create index search_words_likeness on search_words using gin (word gin_trgm_ops);
--> statement-breakpoint
-- How alike they must be is set here: a slip in a short word leaves less in common than the setting's default asks for.
create function words_like(asked text) returns table (word text) language sql stable
  set pg_trgm.similarity_threshold = 0.24 as $$
  select known.word from search_words known where known.word % asked order by similarity(known.word, asked) desc, known.word limit 40
$$;
--> statement-breakpoint
-- Reports: the South African day of an instant, and the days whose facts have changed. A statement that changes facts marks
-- its days in its own transaction; the roll-up job deletes the marks and counts these days again in one transaction, so a
-- change is counted whoever made it and wherever a process dies. Marks are only added, so no statement waits for another.
create function south_african_day(instant timestamptz) returns date language sql immutable parallel safe as $$
  select ((instant at time zone 'UTC') + interval '2 hours')::date
$$;
--> statement-breakpoint
create function mark_created_days() returns trigger language plpgsql as $$
begin
  insert into report_changes (subject, day) select distinct tg_argv[0], south_african_day(created_at) from changed;
  return null;
end
$$;
--> statement-breakpoint
create function mark_days() returns trigger language plpgsql as $$
begin
  insert into report_changes (subject, day) select distinct tg_argv[0], south_african_day(at) from changed;
  return null;
end
$$;
--> statement-breakpoint
create trigger charges_inserted after insert on charges referencing new table as changed for each statement execute function mark_created_days('charges');
--> statement-breakpoint
create trigger charges_updated after update on charges referencing new table as changed for each statement execute function mark_created_days('charges');
--> statement-breakpoint
create trigger refunds_inserted after insert on refunds referencing new table as changed for each statement execute function mark_created_days('refunds');
--> statement-breakpoint
create trigger refunds_updated after update on refunds referencing new table as changed for each statement execute function mark_created_days('refunds');
--> statement-breakpoint
create function mark_disputed_days() returns trigger language plpgsql as $$
begin
  insert into report_changes (subject, day) select distinct 'disputes', south_african_day(opened_at) from changed;
  return null;
end
$$;
--> statement-breakpoint
create trigger care_disputes_inserted after insert on care_disputes referencing new table as changed for each statement execute function mark_disputed_days();
--> statement-breakpoint
create trigger care_disputes_updated after update on care_disputes referencing new table as changed for each statement execute function mark_disputed_days();
--> statement-breakpoint
create trigger ledger_lines_inserted after insert on ledger_lines referencing new table as changed for each statement execute function mark_days('ledger');
--> statement-breakpoint
create trigger subscription_events_inserted after insert on subscription_events referencing new table as changed for each statement execute function mark_days('subscribers');
--> statement-breakpoint
-- Subscribers are counted by the carrier of their number: a number that moves to another carrier takes its history along.
create function mark_moved_number() returns trigger language plpgsql as $$
begin
  insert into report_changes (subject, day)
    select distinct 'subscribers', south_african_day(at) from subscription_events where subscription_id = new.id;
  return null;
end
$$;
--> statement-breakpoint
create trigger subscriptions_moved after update on subscriptions for each row when (old.carrier_id is distinct from new.carrier_id) execute function mark_moved_number();
--> statement-breakpoint
-- The preview of the site reads drafts by the statements that viewers use: in the schema `preview` the catalogue's tables
-- are views in which a draft is published. What was withdrawn stays away. No other code names this schema.
create schema preview;
--> statement-breakpoint
do $$
declare
  name text;
begin
  foreach name in array array['channels', 'categories', 'titles', 'seasons', 'episodes', 'shelves', 'slides', 'live_categories', 'live_channels'] loop
    execute (
      select format('create view preview.%I as select %s from %I.%I', name,
        string_agg(case column_name when 'published' then '(published or withdrawn_at is null) as published' else quote_ident(column_name) end, ', ' order by ordinal_position),
        current_schema(), name)
      from information_schema.columns where table_schema = current_schema() and table_name = name);
  end loop;
end
$$;
--> statement-breakpoint
create trigger packages_append_only before update or delete on packages for each statement execute function refuse_change();
--> statement-breakpoint
create trigger packages_not_emptied before truncate on packages for each statement execute function refuse_change();
--> statement-breakpoint
create trigger price_versions_append_only before update or delete on price_versions for each statement execute function refuse_change();
--> statement-breakpoint
create trigger price_versions_not_emptied before truncate on price_versions for each statement execute function refuse_change();
--> statement-breakpoint
create trigger price_withdrawals_append_only before update or delete on price_withdrawals for each statement execute function refuse_change();
--> statement-breakpoint
create trigger price_withdrawals_not_emptied before truncate on price_withdrawals for each statement execute function refuse_change();
