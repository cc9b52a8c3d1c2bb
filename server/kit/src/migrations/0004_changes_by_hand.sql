-- Caches of all processes look at once when the catalogue or the prices have changed (platform/change-signal.ts).
create function tell_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('bonisa_changes', tg_table_name);
  return null;
end
$$;
--> statement-breakpoint
create trigger catalogue_version_told after insert or update on catalogue_version for each statement execute function tell_change();
--> statement-breakpoint
create trigger packages_told after insert on packages for each statement execute function tell_change();
--> statement-breakpoint
create trigger price_versions_told after insert on price_versions for each statement execute function tell_change();
--> statement-breakpoint
create trigger price_withdrawals_told after insert on price_withdrawals for each statement execute function tell_change();
