// Starts the service as several machines have it, causes faults under load, and compares the books
// with the carrier's list. NAME is a drill; without one all of them run, one after the other, for
// hours. The words from the first option on are vitest's. PostgreSQL and nginx must be installed:
// 'Drills' in docs/bench.md has more, and what was measured.
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { headComment } from './head-comment.mjs';

const ENDING = '.drill.ts';
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, 'e2e', 'drills');
const drills = readdirSync(folder)
  .filter((file) => file.endsWith(ENDING))
  .map((file) => basename(file, ENDING));

const words = process.argv.slice(2);
const options = words.findIndex((word) => word.startsWith('-'));
const names = options === -1 ? words : words.slice(0, options);
const unknown = names.find((name) => !drills.includes(name));
if (words.includes('--help') || words.includes('-h')) process.stdout.write(help());
else if (unknown === undefined) await run();
else {
  console.error(`drills: '${unknown}' is no drill; there are ${drills.join(', ')}`);
  console.error('More: npm run drills -- --help');
  process.exitCode = 2;
}

function help() {
  const width = Math.max(...drills.map((name) => name.length)) + 2;
  const about = headComment(fileURLToPath(import.meta.url));
  const list = drills.map((name) => `  ${name.padEnd(width)}${firstSentenceOf(name)}\n`);
  return `usage: npm run drills -- [NAME …] [OPTION …]\n\n${about}\n\ndrills:\n${list.join('')}`;
}

/** Of the comment at the head of a drill, without the requirement that it cites. */
function firstSentenceOf(name) {
  const header = headComment(join(folder, `${name}${ENDING}`)).replaceAll('\n', ' ');
  const said = header.replace(/^(?:Interfaces '[^']*'|Decision \d+): /, '');
  return `${said.charAt(0).toUpperCase()}${said.slice(1).replace(/(?<=\.) .*$/, '')}`;
}

/** Becomes vitest, so that a signal and the exit code are its own. */
async function run() {
  const files = names.map((name) => join('e2e', 'drills', `${name}${ENDING}`));
  const rest = options === -1 ? [] : words.slice(options);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  process.argv = [process.argv[0], vitest, 'run', '--project', 'drills', ...files, ...rest];
  await import(pathToFileURL(vitest).href);
}
