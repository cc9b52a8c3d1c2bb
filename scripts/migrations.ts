/**
 * What is known of the migrations of the database: which of them were released, and what the next
 * ones say that the version before cannot live with (expand first, contract a release later).
 */
import { createHash } from 'node:crypto';
import { brokenRule, keysMadeBy, tablesMadeBy } from './migration-rules.ts';

/** SHA-256 of each released migration, by file name: it is never changed again. */
export type Released = Readonly<Record<string, string>>;

/** Statements that break a rule, with the reason why every running version can live with them. */
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

/**
 * A generated migration that finds each index of an older table where its operator has made it
 * before the upgrade: one of a large table is built without stopping writes only outside of it.
 */
export function findingIndexes(text: string): string {
  const made = tablesMadeBy(statementsOf(text));
  return text.replaceAll(/^CREATE INDEX (?=\S+ ON "(\w+)")/gm, (begin, table) =>
    made.has(table) ? begin : `${begin}IF NOT EXISTS `,
  );
}

/**
 * A generated migration that drops primary keys by their names. drizzle-kit writes a comment
 * instead, because it does not know them; PostgreSQL names the key of a table after it.
 */
export function namingKeys(text: string): string {
  return text.replaceAll(
    /\/\*\s+Unfortunately in current drizzle-kit(?:(?!\*\/)[\s\S])*\*\/\s*-- ALTER TABLE "(\w+)" DROP CONSTRAINT "<constraint_name>";/g,
    'ALTER TABLE "$1" DROP CONSTRAINT "$1_pkey";',
  );
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
  const made = tablesMadeBy(statements.map(({ statement }) => statement));
  const keys = keysMadeBy(files.flatMap(({ text }) => statementsOf(text)));
  const broken = statements.flatMap(({ name, statement }) => {
    const because = contractions[statement] ? undefined : brokenRule(statement, made, keys);
    return because === undefined ? [] : [`${name}: ${because}: ${statement.slice(0, 200)}`];
  });
  return [...changed, ...broken];
}
