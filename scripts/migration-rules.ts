/**
 * Which statements of a migration the version before can live with. The rules read words, one
 * statement at a time; a statement that breaks one needs a reason in `contractions.json`.
 */

interface Rule {
  readonly of: RegExp;
  readonly because: string;
  /** Whether it is allowed on a table that the same release makes. */
  readonly newTable?: boolean;
}

const REFUSES_WRITES = 'refuses rows that the version before writes';
const MAY_REFUSE = 'may refuse rows that exist or that the version before writes';
const CHANGES_CALLS = 'changes what the version before calls';

/** What breaks the version before while both run, or stops its writes. */
const RULES: readonly Rule[] = [
  {
    of: /^(?!(?:create|alter|drop|comment|insert|update|delete|merge)\b)/i,
    because: 'is of a kind that no rule reads',
  },
  // Objects, and what reads and writes call.
  {
    of: /^drop index\b/i,
    because: 'takes an index away that the version before reads by, or names in a conflict',
  },
  { of: /^drop\b/i, because: 'takes away what is still used' },
  { of: /^create or replace\b/i, because: CHANGES_CALLS },
  {
    of: /^alter (?:event trigger|function|materialized view|policy|procedure|routine|rule|trigger|view)\b/i,
    because: CHANGES_CALLS,
  },
  {
    of: /^create (?:constraint |event )?(?:trigger|rule|policy)\b/i,
    because: 'acts on what the version before writes',
    newTable: true,
  },
  {
    of: /^alter table .*\b(?:enable|disable|force) (?:replica |always )?(?:trigger|rule|row level)\b/i,
    because: 'changes what acts on the writes of the version before',
  },
  { of: /^alter .* (?:rename|set schema)\b/i, because: 'renames what is still used' },
  // Columns.
  {
    of: /^alter table .*\b(?:add (?!column\b|constraint\b)|alter (?!column\b|constraint\b)|drop (?!column\b|constraint\b|not null\b|default\b|identity\b|expression\b))/i,
    because: 'must say COLUMN or CONSTRAINT, which the rules look for',
  },
  { of: /^alter table .* drop column\b/i, because: 'takes a column away that is still read' },
  { of: /\balter column .* (set data )?type\b/i, because: 'changes the type of a column' },
  { of: /\balter column .* set not null\b/i, because: REFUSES_WRITES },
  { of: /\balter column .* drop (?:default|identity|expression)\b/i, because: REFUSES_WRITES },
  {
    of: /\badd column (?!.*\b(?:default|generated)\b).*\bnot null\b/i,
    because: 'adds a column without which the version before writes: give it a default',
  },
  {
    of: /\badd column .*\b(?:unique|primary key|references|check \()/i,
    because: MAY_REFUSE,
    newTable: true,
  },
  // Rows.
  {
    of: /^(?:(?:insert|update|merge) .*\b(?:from|using)|create (?:unlogged )?table .*\bas (?:select|table|with))\b/i,
    because: 'copies rows that the version before goes on changing: fill them in a job',
  },
  {
    of: /^(?:insert|update|delete|merge)\b/i,
    because: 'changes rows under the version before, and holds them: fill them in a job',
    newTable: true,
  },
  // Rules of tables, and what holds a table for as long as it takes to read or to write it.
  {
    of: /^alter table .* add constraint\b(?!.*\bnot valid;?$)/i,
    because: MAY_REFUSE,
    newTable: true,
  },
  { of: /^create unique index\b/i, because: MAY_REFUSE, newTable: true },
  {
    of: /^create index\b/i,
    because: 'stops writes to a table while its index is built',
    newTable: true,
  },
  {
    of: /\badd column .*\b(?:generated|(?:small|big)?serial|default \w+\()/i,
    because: 'writes each row of the table anew, and stops its reads meanwhile',
    newTable: true,
  },
  {
    of: /^alter table .* set (?:logged|unlogged|tablespace|access method)\b/i,
    because: 'writes each row of the table anew, and stops its reads meanwhile',
    newTable: true,
  },
  {
    of: /^alter table .* (?:validate constraint|attach partition|detach partition)\b/i,
    because: 'reads the whole table while the migration holds its locks',
  },
];

const NAME = String.raw`(?:"?public"?\.)?"?(\w+)"?`;
const MADE = new RegExp(`^create (?:unlogged )?table (?:if not exists )?${NAME}`, 'i');
const TARGET = new RegExp(
  `^(?:${[
    'alter table (?:if exists )?(?:only )?',
    String.raw`create (?:unique )?index (?:if not exists )?\S+ on `,
    String.raw`create (?:constraint )?trigger \S+ .*?\bon `,
    '(?:insert into|update|delete from|merge into) (?:only )?',
  ].join('|')})${NAME}`,
  'i',
);
const KEY = /\bconstraint "?(\w+)"? (?:unique|primary key)\b/gi;
const DROPPED = /\bdrop constraint (?:if exists )?"?(\w+)"?/gi;
/** The names that PostgreSQL gives to primary and unique keys. */
const UNNAMED_KEY = /_p?key$/;
/** What may hold a semicolon that ends no statement: bodies of functions, texts and names. */
const QUOTED = /(\$\w*\$).*?\1|'(?:[^']|'')*'|"[^"]*"/gs;

/** The tables that statements make. */
export function tablesMadeBy(statements: readonly string[]): Set<string> {
  return new Set(statements.flatMap((statement) => MADE.exec(statement)?.[1] ?? []));
}

/** The names of the primary and unique keys that statements make. */
export function keysMadeBy(statements: readonly string[]): Set<string> {
  return new Set(
    statements.flatMap((statement) => [...statement.matchAll(KEY)].map(([, name = '']) => name)),
  );
}

/**
 * The rule that a statement breaks. `made`: the tables that the same release makes. `keys`: the
 * names of unique keys; other constraints may go, because without them more rows are taken.
 */
export function brokenRule(
  statement: string,
  made: ReadonlySet<string>,
  keys: ReadonlySet<string> = new Set(),
): string | undefined {
  if (/;\s*\S/.test(statement.replaceAll(QUOTED, '')))
    return 'holds several statements: write `--> statement-breakpoint` between them';
  const dropped = [...statement.matchAll(DROPPED)].map(([, name = '']) => name);
  if (dropped.some((name) => keys.has(name) || UNNAMED_KEY.test(name)))
    return 'takes a key away that keeps rows unique, or that the version before names in a conflict';
  const table = TARGET.exec(statement)?.[1] ?? '';
  const rule = RULES.find(
    ({ of, newTable }) => of.test(statement) && !(newTable && made.has(table)),
  );
  return rule?.because;
}
