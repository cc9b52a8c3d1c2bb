import { describe, expect, it } from 'vitest';
import { brokenRule, complaintsAbout, findingIndexes, hashOf, statementsOf } from './migrations.ts';

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
    'create or replace function f() returns int language sql as $$ select 1 $$;',
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

  it('finds the indexes of older tables that were made before it', () => {
    const table = 'CREATE TABLE "a" ("b" int);--> statement-breakpoint\n';
    const own = 'CREATE INDEX "a_b" ON "a" USING btree ("b");--> statement-breakpoint\n';
    expect(findingIndexes(`${table}${own}CREATE INDEX "c_b" ON "c" USING btree ("b");`)).toBe(
      `${table}${own}CREATE INDEX IF NOT EXISTS "c_b" ON "c" USING btree ("b");`,
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
