import { describe, expect, it } from 'vitest';
import { brokenRule } from './migration-rules.ts';
import { complaintsAbout, findingIndexes, hashOf, namingKeys, statementsOf } from './migrations.ts';

const next = (text: string) => complaintsAbout([{ name: '0002_next.sql', text }], {}, {});

describe('the statements of a migration', () => {
  it('are read without comments and line breaks', () => {
    const text = '-- why\ncreate table a (\n  id int\n);\n--> statement-breakpoint\ndrop view b;\n';
    expect(statementsOf(text)).toEqual(['create table a ( id int );', 'drop view b;']);
  });
});

describe('a migration of the next release', () => {
  it.each([
    'CREATE TABLE "a" ("id" int NOT NULL);',
    'ALTER TABLE "a" ADD COLUMN "b" text;',
    `ALTER TABLE "a" ADD COLUMN "b" text DEFAULT '' NOT NULL;`,
    'ALTER TABLE "a" ALTER COLUMN "b" DROP NOT NULL;',
    'ALTER TABLE "a" DROP CONSTRAINT "a_b";',
    'ALTER TABLE "a" ADD CONSTRAINT "a_b" CHECK (b > 0) NOT VALID',
    'ALTER TABLE "a" ADD CONSTRAINT "a_b" CHECK (b > 0) NOT VALID;',
    `ALTER TABLE "a" ADD COLUMN "b" jsonb DEFAULT '{}'::jsonb NOT NULL;`,
    'ALTER TABLE "a" ALTER COLUMN "b" SET DEFAULT 1;',
    'create function f() returns int language sql as $$ update a set b = 1; select 1 $$;',
    "comment on table a is 'first; then';",
    'create extension if not exists pg_trgm;',
    'alter sequence a_number owned by a.id;',
  ])('may say %s', (statement) => {
    expect(brokenRule(statement, new Set())).toBeUndefined();
  });

  it.each([
    ['DROP TABLE "a";', /still used/],
    ['ALTER TABLE "a" DROP COLUMN "b";', /still read/],
    ['ALTER TABLE "a" RENAME COLUMN "b" TO "c";', /renames/],
    ['ALTER TABLE "a" ALTER COLUMN "b" SET DATA TYPE bigint;', /type/],
    ['ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL;', /refuses rows/],
    ['ALTER TABLE "a" ALTER COLUMN "b" DROP DEFAULT;', /refuses rows/],
    ['ALTER TABLE "a" ADD COLUMN "b" text NOT NULL;', /default/],
    ['ALTER TABLE "public"."a" ADD CONSTRAINT "a_b" CHECK (b > 0);', /may refuse/],
    ['CREATE UNIQUE INDEX "a_b" ON "a" USING btree ("b");', /may refuse/],
    ['CREATE INDEX "a_b" ON "a" USING btree ("b");', /stops writes/],
    ['CREATE INDEX IF NOT EXISTS "a_b" ON "a" USING btree ("b");', /stops writes/],
    ['DROP INDEX "a_b";', /reads by, or/],
    ['drop index concurrently if exists a_b;', /reads by, or/],
    ['ALTER TABLE "a" DROP CONSTRAINT "a_pkey";', /key/],
    ['alter table a drop constraint if exists a_b_key;', /key/],
    ['drop trigger a_told on a;', /still used/],
    ['drop function f();', /still used/],
    ['create trigger a_b before update on a for each row execute function f();', /acts on/],
    ['create constraint trigger a_b after insert on a execute function f();', /acts on/],
    ['alter table a disable trigger all;', /acts on/],
    ['create or replace function f() returns int language sql as $$ select 1 $$;', /calls/],
    ['create or replace view v as select 1;', /calls/],
    ['alter function f() set search_path = public;', /calls/],
    ['update a set b = 1;', /under the version before/],
    ['delete from "a" where b = 1;', /under the version before/],
    [`insert into "public"."a" ("b") values (1);`, /under the version before/],
    ['with old as (select 1) update a set b = 1;', /no rule reads/],
    ['create table c as select * from a;', /copies/],
    ['truncate a;', /no rule reads/],
    ['do $$ begin update a set b = 1; end $$;', /no rule reads/],
    ["select setval('a_number', 1);", /no rule reads/],
    ['lock table a;', /no rule reads/],
    ['/* why */ drop table a;', /no rule reads/],
    ['alter table a set unlogged;', /anew/],
    ['ALTER TABLE "a" ADD COLUMN "b" uuid DEFAULT gen_random_uuid() NOT NULL;', /anew/],
    ['ALTER TABLE "a" ADD COLUMN "b" bigint GENERATED ALWAYS AS IDENTITY NOT NULL;', /anew/],
    ['ALTER TABLE "a" ADD COLUMN "b" int UNIQUE;', /may refuse/],
    ['alter table a add b int not null;', /COLUMN/],
    ['alter table a drop b;', /COLUMN/],
    ['alter table a add unique (b);', /COLUMN/],
    ['alter table a alter column b drop identity;', /refuses rows/],
    ['alter table a validate constraint a_b;', /whole table/],
    ['alter table a attach partition b default;', /whole table/],
    ['alter table a add column c int; drop table b;', /several/],
  ])('may not say %s', (statement, because) => {
    expect(brokenRule(statement, new Set())).toMatch(because);
    expect(next(statement)).toEqual([expect.stringMatching(because)]);
  });

  it('may give a table that it makes its keys and indexes', () => {
    const text = [
      'CREATE TABLE "a" ("b" int);',
      'ALTER TABLE "a" ADD CONSTRAINT "a_b" FOREIGN KEY ("b") REFERENCES "public"."c"("id");',
      'CREATE UNIQUE INDEX "a_c" ON "a" USING btree ("b");',
      'CREATE INDEX "a_d" ON "a" USING btree ("b");',
    ].join('\n--> statement-breakpoint\n');
    expect(next(text)).toEqual([]);
    expect(next(`${text}\n--> statement-breakpoint\nDROP TABLE "a";`)).toHaveLength(1);
  });

  it('may give a table that it makes triggers and first rows, and copies none from others', () => {
    const text = [
      'create table a (b int);',
      'create trigger a_kept before update or delete on a for each statement execute function f();',
      'insert into a (b) values (1);',
      'alter table a set unlogged;',
    ];
    const told = (...more: string[]) => next([...text, ...more].join('--> statement-breakpoint\n'));
    expect(told()).toEqual([]);
    expect(told('insert into a select b from c;')).toEqual([expect.stringMatching(/copies/)]);
    expect(told('create trigger c_kept before update on c execute function f();')).toHaveLength(1);
  });

  it('may drop a rule of a table, but no key, whatever its name', () => {
    const files = (dropped: string) => [
      { name: '0000_init.sql', text: 'create table a (b int, constraint "once" unique("b"));' },
      { name: '0001_more.sql', text: 'create table c (constraint high check (b > 1));' },
      { name: '0002_next.sql', text: `ALTER TABLE "a" DROP CONSTRAINT "${dropped}";` },
    ];
    expect(complaintsAbout(files('high'), {}, {})).toEqual([]);
    const complaint = expect.stringMatching(/^0002_next.sql: takes a key away/);
    expect(complaintsAbout(files('once'), {}, {})).toEqual([complaint]);
  });

  it('finds the indexes of older tables that were made before it', () => {
    const table = 'CREATE TABLE "a" ("b" int);--> statement-breakpoint\n';
    const own = 'CREATE INDEX "a_b" ON "a" USING btree ("b");--> statement-breakpoint\n';
    expect(findingIndexes(`${table}${own}CREATE INDEX "c_b" ON "c" USING btree ("b");`)).toBe(
      `${table}${own}CREATE INDEX IF NOT EXISTS "c_b" ON "c" USING btree ("b");`,
    );
  });

  it('drops a primary key by the name that PostgreSQL gave it', () => {
    const comment = '/*\n    Unfortunately in current drizzle-kit version we cannot.\n*/\n\n';
    const drop = '-- ALTER TABLE "a" DROP CONSTRAINT "<constraint_name>";--> statement-breakpoint';
    expect(namingKeys(`SELECT 1;\n${comment}${drop}`)).toBe(
      'SELECT 1;\nALTER TABLE "a" DROP CONSTRAINT "a_pkey";--> statement-breakpoint',
    );
  });

  it('may contract where a reason stands for the very statement', () => {
    const files = [{ name: '0003_next.sql', text: 'ALTER TABLE "a"\n DROP COLUMN "b";' }];
    const reason = { 'ALTER TABLE "a" DROP COLUMN "b";': 'not read since 1.8' };
    expect(complaintsAbout(files, {}, reason)).toEqual([]);
    expect(complaintsAbout(files, {}, { 'DROP TABLE "a";': 'not this one' })).toHaveLength(1);
  });
});

describe('a released migration', () => {
  const text = 'CREATE TABLE "a" ("b" int);';

  it('stands as it was released, whatever it says', () => {
    const old = 'ALTER TABLE "a" DROP COLUMN "b";';
    const released = { '0000_init.sql': hashOf(text), '0001_old.sql': hashOf(old) };
    const files = [
      { name: '0000_init.sql', text },
      { name: '0001_old.sql', text: old },
    ];
    expect(complaintsAbout(files, released, {})).toEqual([]);
  });

  it('is neither changed nor taken away', () => {
    const released = { '0000_init.sql': hashOf(text), '0001_gone.sql': hashOf('select 1') };
    const files = [{ name: '0000_init.sql', text: `${text} -- changed` }];
    expect(complaintsAbout(files, released, {})).toEqual([
      '0000_init.sql was released and has changed since',
      '0001_gone.sql was released and is missing',
    ]);
  });
});
