-- The views of the preview (0001_triggers.sql) are made of the columns that tables had then: each gets those made since, at its end.
do $$
declare
  name text;
begin
  foreach name in array array['categories', 'shelves', 'live_categories', 'live_channels'] loop
    execute (
      select format('create or replace view preview.%I as select %s from %I.%I', name,
        string_agg(case column_name when 'published' then '(published or withdrawn_at is null) as published' else quote_ident(column_name) end, ', ' order by ordinal_position),
        current_schema(), name)
      from information_schema.columns where table_schema = current_schema() and table_name = name);
  end loop;
end
$$;

--> statement-breakpoint
-- Until now the video with this slug was shown by every live channel while nothing was on.
update live_channels set slate_title_id = (select id from titles where kind = 'video' and slug = 'live-slate');
