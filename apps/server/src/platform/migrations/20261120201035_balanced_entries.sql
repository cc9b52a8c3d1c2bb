-- An entry is written by one statement, so it is judged once for the statement rather than once for each line at the transaction's end: a batch of a thousand
-- entries costs one look.
drop trigger ledger_lines_balanced on ledger_lines;
--> statement-breakpoint
create or replace function refuse_unbalanced() returns trigger language plpgsql as $$
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
