import { VARIABLES } from '../config.ts';
import { type Problem, type Subject, warning } from './check.ts';

/** Variables that the schema of the configuration does not have. */
const FURTHER = ['ENV_FILE', 'IMPORT_KEY', 'TEST_DATABASE_URL', 'CHROMIUM_PATH'];
const KNOWN: ReadonlySet<string> = new Set([...VARIABLES, ...FURTHER]);

/** Names without an effect: those like one of ours, and all others in the file of variables. */
export function unknownVariables(
  variables: Subject['variables'],
  inFile: readonly string[],
): Problem[] {
  const unknown = Object.keys(variables).filter((name) => name.length > 4 && !KNOWN.has(name));
  return unknown.flatMap((name) => {
    const meant = [...KNOWN].find((known) => known.length > 4 && isNear(name, known));
    if (meant) return [warning(name, `has no effect; write ${meant}`)];
    const isOfOthers = !inFile.includes(name) || /^(?:AWS_|NODE_)/.test(name);
    return isOfOthers
      ? []
      : [warning(name, 'has no effect; docs/configuration.md has all variables')];
  });
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
