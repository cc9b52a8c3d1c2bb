-- An entry is written by one statement, so its lines are all new: judging them alone costs no look into the ledger. What a
-- statement adds to an older entry, which was balanced, must balance too.
create or replace function refuse_unbalanced() returns trigger language plpgsql as $$
begin
  if exists (select from new_lines group by entry_id having sum(amount) <> 0 or count(*) < 2) then
    raise exception 'a ledger entry must balance' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;
--> statement-breakpoint
-- Only of what writes a carrier: the renewals change every subscription twice, and none of their carriers.
create or replace trigger subscriptions_moved after update of carrier_id on subscriptions for each row when (old.carrier_id is distinct from new.carrier_id) execute function mark_moved_number();
