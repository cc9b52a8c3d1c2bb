-- Names of packages are only ever added, and all processes look at once when there is a new one.
create trigger package_names_append_only before update or delete on package_names for each statement execute function refuse_change();
--> statement-breakpoint
create trigger package_names_not_emptied before truncate on package_names for each statement execute function refuse_change();
--> statement-breakpoint
create trigger package_names_told after insert on package_names for each statement execute function tell_change();
