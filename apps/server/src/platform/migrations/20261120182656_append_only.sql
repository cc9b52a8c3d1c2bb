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
create function refuse_unbalanced() returns trigger language plpgsql as $$
begin
  if (select sum(amount) from ledger_lines where entry_id = new.entry_id) <> 0 then
    raise exception 'a ledger entry must balance' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;
--> statement-breakpoint
-- Judged when the transaction ends: by then all lines of an entry are there.
create constraint trigger ledger_lines_balanced after insert on ledger_lines deferrable initially deferred for each row execute function refuse_unbalanced();
