import { type Config, tryConfig } from '../config.ts';
import { checkCarriers } from './carriers.check.ts';
import { type Check, error, type Problem, type Result, type Subject } from './check.ts';
import { checkDataDir } from './data-dir.check.ts';
import { checkDatabase } from './database.check.ts';
import { checkEnrichment } from './enrichment.check.ts';
import { checkFileStore } from './file-store.check.ts';
import { type Report, type Row, reportOf } from './report.ts';
import { unsafeSettings } from './settings.check.ts';
import { unknownVariables } from './variables.check.ts';

/** What is tried of a configuration, in the order of the table. */
const CHECKS: readonly Check[] = [
  { name: 'settings', looksAt: 'secrets, proxies, encryption, mode', run: unsafeSettings },
  {
    name: 'data folder',
    looksAt: 'rights, and those of its secrets',
    needs: /^DATA_DIR$/,
    run: checkDataDir,
  },
  {
    name: 'database',
    looksAt:
      'version, rights, safety, migrations, large indexes, secret keys, brand, pooler, clock',
    needs: /^DATABASE_/,
    run: checkDatabase,
  },
  {
    name: 'file store',
    looksAt: 'writing, reading, ranges, removal, conditions',
    needs: /^FILE_STORE$/,
    run: checkFileStore,
  },
  {
    name: 'carriers',
    looksAt: 'our key, the list of our payments, what is sold',
    needs: /^(?:CARRIER(?!_SIM)|SERVICE_KEY)/,
    run: checkCarriers,
  },
  {
    name: 'enrichment',
    looksAt: 'secrets and addresses that prove a number',
    needs: /^(?:CARRIERS$|ENRICHMENT|TRUST_PROXY$)/,
    run: checkEnrichment,
  },
];

/**
 * Checks a configuration: what the start refuses, and what all of {@link CHECKS} find in the rest.
 * @param inFile the names in the file of variables.
 */
export async function checkConfig(
  variables: Subject['variables'],
  inFile: readonly string[] = [],
): Promise<Report> {
  const { config, refusals } = readAll(variables);
  const refused = refusals.map(({ name }) => name);
  const first = {
    name: 'variables',
    looksAt: 'values, and names without an effect',
  };
  const rows = await Promise.all([
    rowsOf(first, [...refusals, ...unknownVariables(variables, inFile)]),
    ...(config ? CHECKS.map((check) => tried(check, { config, variables }, refused)) : []),
  ]);
  return reportOf(rows.flat(), variables);
}

/**
 * The start's own refusals, and the rest of the configuration. Values that cannot be read are
 * refused first; then the others are read without them, to find what does not fit together.
 */
function readAll(variables: Subject['variables']): {
  readonly config: Config | undefined;
  readonly refusals: readonly Problem[];
} {
  const first = tryConfig(variables);
  const unread = first.problems.map((line) => problemOf(line).name);
  const isUnread = (name: string): boolean => unread.includes(name);
  const rest = Object.entries(variables).filter(([name]) => !isUnread(name));
  const { config, problems } = first.config ? first : tryConfig(Object.fromEntries(rest));
  const further = first.config
    ? []
    : problems.filter((line) => !(line.match(/[A-Z][A-Z0-9_]{2,}/g) ?? []).some(isUnread));
  return { config, refusals: [...first.problems, ...further].map(problemOf) };
}

/** A line of the start: `NAME: what is wrong`. */
function problemOf(line: string): Problem {
  const end = line.indexOf(': ');
  return error(line.slice(0, end), line.slice(end + 2));
}

async function tried(check: Check, subject: Subject, refused: readonly string[]): Promise<Row[]> {
  const needed = refused.find((name) => check.needs?.test(name));
  if (needed) return rowsOf(check, `${needed} is refused`);
  try {
    const result = await check.run(subject);
    // A setting that is refused was left out, and has its default here.
    const holds = ({ name }: Problem): boolean => !refused.includes(name);
    return rowsOf(check, typeof result === 'string' ? result : result.filter(holds));
  } catch (problem) {
    const { message } = problem as Error;
    // Many errors of a start name their variable.
    const isNamed = /^[A-Z][A-Z0-9_]+: /.test(message);
    return rowsOf(check, [
      isNamed ? problemOf(message) : error(check.name, `cannot be checked: ${message}`),
    ]);
  }
}

function rowsOf({ name, looksAt }: Pick<Check, 'name' | 'looksAt'>, result: Result): Row[] {
  if (typeof result === 'string') return [{ check: name, result: 'not tried', says: result }];
  if (result.length === 0) return [{ check: name, result: 'ok', says: looksAt }];
  return result.map(({ level, ...rest }) => ({ check: name, result: level, ...rest }));
}
