-- In which month the settlement counts an entry is as final as the entry.
create trigger ledger_months_append_only before update or delete on ledger_months for each statement execute function refuse_change();
--> statement-breakpoint
create trigger ledger_months_not_emptied before truncate on ledger_months for each statement execute function refuse_change();
