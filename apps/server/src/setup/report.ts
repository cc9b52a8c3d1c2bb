/** The report of the check: as text for a person, or as JSON. */
import { type Finding, GROUPS } from './finding.ts';

/** Values of variables with such names are removed from the report wherever they occur. */
const SECRET_NAME = /SECRET|_KEY|TOKEN|PASSWORD|_URL$/;
/** Shorter values occur in ordinary words. */
const SHORTEST_SECRET = 6;
/** A telephone number, in any notation. */
const NUMBER = /(?<![\w.])\+?\d(?:[ -]?\d){8,14}(?![\w.])/g;

export interface Report {
  readonly errors: number;
  readonly warnings: number;
  readonly findings: readonly Finding[];
}

/**
 * Makes the report. Secrets of the environment and telephone numbers are removed from it, whatever
 * a server or a library put into its error.
 */
export function reportOf(
  findings: readonly Finding[],
  environment: Readonly<Record<string, string | undefined>>,
): Report {
  const clean = cleanerOf(environment);
  const count = (level: Finding['level']): number =>
    findings.filter((finding) => finding.level === level).length;
  return {
    errors: count('error'),
    warnings: count('warning'),
    findings: findings.map(({ says, remedy, ...rest }) => ({
      ...rest,
      says: clean(says),
      ...(remedy === undefined ? {} : { remedy: clean(remedy) }),
    })),
  };
}

/** The report for a person, group by group, errors first. */
export function textOf({ errors, warnings, findings }: Report): string {
  const order = ['error', 'warning', 'ok'] as const;
  const groups = GROUPS.flatMap((group) => {
    const own = findings.filter((finding) => finding.group === group);
    const sorted = order.flatMap((level) => own.filter((finding) => finding.level === level));
    return sorted.length === 0 ? [] : [[group, ...sorted.flatMap(linesOf)].join('\n')];
  });
  return [...groups, `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`].join('\n\n');
}

function linesOf({ level, name, says, remedy }: Finding): string[] {
  const line = `  ${level.padEnd(8)}${name}: ${says}`;
  return remedy === undefined ? [line] : [line, `          ${remedy}`];
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
    secrets.reduce((sum, secret) => sum.replaceAll(secret, '…'), text).replace(NUMBER, '…');
}

/** The password of an address, as it is written and as it is meant. */
function passwordsOf(address: string): string[] {
  const password = URL.parse(address)?.password ?? '';
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    // An address that is refused for it is in a finding too.
    return [password, password.replaceAll('%25', '%')];
  }
}
