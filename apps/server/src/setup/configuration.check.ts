/** Reads the whole configuration and finds all that is wrong in it, not the first problem only. */
import { type Config, tryConfig } from '../config.ts';
import { type Finding, findingsOf } from './finding.ts';

type Variables = Readonly<Record<string, string | undefined>>;

const { error, warning } = findingsOf('configuration');
const RANDOM = "node -e 'console.log(crypto.randomBytes(32).toString(`base64url`))'";

const NAMES = /[A-Z][A-Z0-9_]{2,}/g;

/** What to do about a missing value, where there is more to say than to set it. */
const REMEDIES: Readonly<Record<string, string>> = {
  SECRET_KEY: `make one with: ${RANDOM}; the same for all processes, and stored apart from backups`,
  CARRIER_INBOUND_TOKEN: `make one with: ${RANDOM}; give it to the carrier`,
  CARRIER_KEY: 'the private P-256 key (a JWK) whose public half the carrier has',
  TRUST_PROXY: 'the addresses of the proxy that ends TLS, such as 10.0.0.4 or 10.0.0.0/24',
  PUBLIC_URL: 'the https address that people type, without a path',
  DATABASE_URL: 'postgres://user:password@host:5432/database, PostgreSQL 15 or newer',
};

/** The result of reading the variables. */
export interface Inspected {
  /** What can be read of the configuration, so that it can be judged and tried. */
  readonly config: Config | undefined;
  readonly findings: readonly Finding[];
  /** The variables that are refused: what they configure is not tried. */
  readonly refused: ReadonlySet<string>;
}

/**
 * Finds every problem of the variables. Values that cannot be read are found first; the rest is
 * then read without them, so that what does not fit together is found too.
 */
export function inspectVariables(variables: Variables): Inspected {
  const first = tryConfig(variables);
  const unread = new Set(first.problems.map(nameOf));
  const rest = Object.entries(variables).filter(([name]) => !unread.has(name));
  const { config, problems } = first.config ? first : tryConfig(Object.fromEntries(rest));
  const further = first.config ? [] : problems.filter((line) => !mentions(line, unread));
  const all = [...first.problems, ...further];
  return { config, findings: all.map(findingOf), refused: new Set(all.map(nameOf)) };
}

/** Names that look like one of ours and are none: `CARRIER_CLIENTID`. */
export function misspelt(variables: Variables, known: readonly string[]): Finding[] {
  const set = new Set(known);
  return Object.keys(variables)
    .filter((name) => name.length > 4 && !set.has(name))
    .flatMap((name) => {
      const meant = known.find((one) => one.length > 4 && isNear(name, one));
      return meant === undefined
        ? []
        : [warning(name, `is no variable of ours and has no effect`, `write ${meant}`)];
    });
}

function findingOf(line: string): Finding {
  const name = nameOf(line);
  const isMissing = line.includes(': must be set');
  const remedy =
    (isMissing ? REMEDIES[name] : undefined) ??
    `${isMissing ? 'set it' : 'correct it'}; docs/configuration.md describes it`;
  return error(name, line.slice(name.length + 2), remedy);
}

function nameOf(line: string): string {
  return line.slice(0, line.indexOf(':'));
}

/** A problem that only exists because a refused variable was left out. */
function mentions(line: string, names: ReadonlySet<string>): boolean {
  return (line.match(NAMES) ?? []).some((name) => names.has(name));
}

/** Whether two names are equal but for one letter, or but for dashes and underscores. */
function isNear(a: string, b: string): boolean {
  if (a.replace(/[-_]/g, '').toUpperCase() === b.replace(/_/g, '')) return true;
  if (Math.abs(a.length - b.length) > 1) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from++;
  const [restA, restB] = [a.slice(from), b.slice(from)];
  return restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1);
}
