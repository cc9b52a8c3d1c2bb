// `--help` of the tools of development, for `node --import ./scripts/help.mjs TOOL`: says what the
// tool does and what it takes, before anything of it has run. It prints the comment at the head of
// the tool. Programs that have options of their own (`bench:…`, `drills`) print their own help.
import { readFileSync } from 'node:fs';
import { headComment } from './head-comment.mjs';

const [, tool = '', ...words] = process.argv;
if (words.some((word) => word === '--help' || word === '-h')) {
  const name = process.env.npm_lifecycle_event ?? 'TOOL';
  process.stdout.write(`usage: npm run ${name}${flagsOf(tool)}\n\n${headComment(tool)}\n`);
  process.exit(0);
}

function flagsOf(file) {
  const text = readFileSync(file, 'utf8');
  const flags = [...text.matchAll(/argv\.includes\('(--[\w-]+)'\)/g)].map(([, flag]) => flag);
  // `test:long` has its flag in package.json.
  const shown = flags.filter((flag) => !words.includes(flag)).map((flag) => ` [${flag}]`);
  return shown.length > 0 ? ` --${shown.join('')}` : '';
}
