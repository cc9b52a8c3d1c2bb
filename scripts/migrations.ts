/**
 * What is known of the migrations of the database: which of them were released, and which
 * statements the version before can live with (expand first, contract a release later).
 */
import { createHash } from 'node:crypto';

/** SHA-256 of each released migration, by file name: it is never changed again. */
export type Released = Readonly<Record<string, string>>;

/** Statements that contract, with the reason why no running version needs what they take away. */
export type Contractions = Readonly<Record<string, string>>;

export interface MigrationFile {
  readonly name: string;
  readonly text: string;
}

/** SHA-256 of a migration, in hexadecimal digits. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The statements of a migration, each on one line, without comments. */
export function statementsOf(text: string): string[] {
  return text
    .replaceAll(/^\s*--(?!> statement-breakpoint).*$/gm, '')
    .split('--> statement-breakpoint')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
}

interface Rule {
  readonly of: RegExp;
  readonly because: string;
  /** Whether it is allowed on a table that the same release makes. */
  readonly newTable?: boolean;
}

/** What breaks the version before while both run, or stops its writes. */
const RULES: readonly Rule[] = [
  { of: /^drop (table|view|type|schema|function)\b/i, because: 'takes away what is still used' },
  { of: /^alter table .* drop column\b/i, because: 'takes a column away that is still read' },
  { of: /^alter (table|type|index) .* rename\b/i, because: 'renames what is still used' },
  { of: /\balter column .* (set data )?type\b/i, because: 'changes the type of a column' },
  {
    of: /\balter column .* set not null\b/i,
    because: 'refuses rows that the version before writes',
  },
  {
    of: /\balter column .* drop default\b/i,
    because: 'refuses rows that the version before writes',
  },
  {
    of: /\badd column (?!.*\bdefault\b).*\bnot null\b/i,
    because: 'adds a column without which the version before writes: give it a default',
  },
  {
    of: /^alter table .* add constraint\b(?!.*\bnot valid$)/i,
    because: 'may refuse rows that exist or that the version before writes',
    newTable: true,
  },
  {
    of: /^create unique index\b/i,
    because: 'may refuse rows that exist or that the version before writes',
    newTable: true,
  },
  {
    of: /^create index\b/i,
    because: 'stops writes to a table while its index is built',
    newTable: true,
  },
];

const NAME = String.raw`(?:"?public"?\.)?"?(\w+)"?`;
const MADE = new RegExp(`^create table (?:if not exists )?${NAME}`, 'i');
const TARGET = new RegExp(
  String.raw`^(?:alter table (?:if exists )?(?:only )?|create (?:unique )?index (?:if not exists )?\S+ on )${NAME}`,
  'i',
);

/**
 * A generated migration that finds each index of an older table where its operator has made it
 * before the upgrade: one of a large table is built without stopping writes only outside of it.
 */
export function findingIndexes(text: string): string {
  const made = new Set(statementsOf(text).flatMap((statement) => MADE.exec(statement)?.[1] ?? []));
  return text.replaceAll(/^CREATE INDEX (?=\S+ ON "(\w+)")/gm, (begin, table) =>
    made.has(table) ? begin : `${begin}IF NOT EXISTS `,
  );
}

/** The rule that a statement breaks; `made` are the tables that the same release makes. */
export function brokenRule(statement: string, made: ReadonlySet<string>): string | undefined {
  const table = TARGET.exec(statement)?.[1] ?? '';
  const rule = RULES.find(
    ({ of, newTable }) => of.test(statement) && !(newTable && made.has(table)),
  );
  return rule?.because;
}

/**
 * The complaints about a folder of migrations: released files that were changed or are missing, and
 * statements of the next release that the version before cannot live with.
 */
export function complaintsAbout(
  files: readonly MigrationFile[],
  released: Released,
  contractions: Contractions,
): string[] {
  const texts = new Map(files.map(({ name, text }) => [name, text]));
  const changed = Object.entries(released).flatMap(([name, hash]) => {
    const text = texts.get(name);
    if (text === undefined) return [`${name} was released and is missing`];
    return hashOf(text) === hash ? [] : [`${name} was released and has changed since`];
  });
  const next = files.filter(({ name }) => !(name in released));
  const statements = next.flatMap(({ name, text }) =>
    statementsOf(text).map((statement) => ({ name, statement })),
  );
  const made = new Set(statements.flatMap(({ statement }) => MADE.exec(statement)?.[1] ?? []));
  const broken = statements.flatMap(({ name, statement }) => {
    const because = contractions[statement] ? undefined : brokenRule(statement, made);
    return because === undefined ? [] : [`${name}: ${because}: ${statement.slice(0, 200)}`];
  });
  return [...changed, ...broken];
}
