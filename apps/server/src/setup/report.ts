import { withoutNumbers } from '@bonisa/kit/logger';
import type { Problem } from './check.ts';

/** Values of variables with such names are removed from the report wherever they occur. */
const SECRET_NAME = /SECRET|_KEY|TOKEN|PASSWORD|_URL$/;
/** Shorter values occur in ordinary words. */
const SHORTEST_SECRET = 6;

/** A row of the table. */
export interface Row {
  readonly check: string;
  readonly result: Problem['level'] | 'ok' | 'not tried';
  /** The variable or the carrier that the row is about. */
  readonly name?: string;
  readonly says: string;
}

export interface Report {
  readonly errors: number;
  readonly warnings: number;
  readonly rows: readonly Row[];
}

/**
 * Counts, and removes secrets of the environment and telephone numbers, whatever a server or a
 * library put into its error.
 */
export function reportOf(
  rows: readonly Row[],
  environment: Readonly<Record<string, string | undefined>>,
): Report {
  const clean = cleanerOf(environment);
  const count = (level: Row['result']): number =>
    rows.filter(({ result }) => result === level).length;
  return {
    errors: count('error'),
    warnings: count('warning'),
    rows: rows.map((row) => ({ ...row, says: clean(row.says) })),
  };
}

/** The report as a table for a person. */
export function tableOf({ errors, warnings, rows }: Report): string {
  const width = Math.max(...rows.map(({ check }) => check.length));
  const lines = rows.map(
    ({ check, result, name, says }) =>
      `${check.padEnd(width)}  ${result.padEnd(9)}  ${name ? `${name}: ` : ''}${says}`,
  );
  return [...lines, '', `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`].join('\n');
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

function cleanerOf(
  environment: Readonly<Record<string, string | undefined>>,
): (text: string) => string {
  const secrets = Object.entries(environment)
    .filter(([name]) => SECRET_NAME.test(name))
    .flatMap(([name, value = '']) => (name.endsWith('_URL') ? passwordsOf(value) : [value]))
    .filter((value) => value.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length);
  return (text) =>
    withoutNumbers(secrets.reduce((sum, secret) => sum.replaceAll(secret, '…'), text));
}

/** The password of an address, as it is written and as it is meant. */
function passwordsOf(address: string): string[] {
  const password = URL.parse(address)?.password ?? '';
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    // An address that is refused for it is in a row too.
    return [password, password.replaceAll('%25', '%')];
  }
}
