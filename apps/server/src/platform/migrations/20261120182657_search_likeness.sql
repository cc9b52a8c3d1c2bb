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
