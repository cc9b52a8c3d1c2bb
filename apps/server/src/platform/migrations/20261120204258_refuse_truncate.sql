-- What may not be changed or deleted row by row may not be emptied as a whole either.
create trigger ledger_lines_not_emptied before truncate on ledger_lines for each statement execute function refuse_change();
--> statement-breakpoint
create trigger subscription_events_not_emptied before truncate on subscription_events for each statement execute function refuse_change();
--> statement-breakpoint
create trigger paid_periods_not_emptied before truncate on paid_periods for each statement execute function refuse_change();
