// `--help` of the tools of development, for `node --import ./scripts/help.mjs TOOL`: says what the
// tool does and what it takes, before anything of it has run. A benchmark is described in
// docs/bench.md, any other tool by the comment at its head.
import { readFileSync } from 'node:fs';

const [, tool = '', ...words] = process.argv;
if (words.some((word) => word === '--help' || word === '-h')) {
  const name = process.env.npm_lifecycle_event ?? 'TOOL';
  const { usage, about } = name.startsWith('bench:') ? ofBenchmark(name) : ofTool(name);
  process.stdout.write(`usage: ${usage}\n\n${about}\n`);
  process.exit(0);
}

function ofBenchmark(name) {
  const described = readFileSync(new URL('../docs/bench.md', import.meta.url), 'utf8');
  const usage = described.split('\n').find((line) => line.split(' ')[2] === name) ?? name;
  const heading = new RegExp(`^## .*\`${name.slice('bench:'.length)}\`.*: (.*)$`, 'm');
  const what = described.match(heading)?.[1] ?? 'see its source';
  return { usage, about: `A benchmark: ${what}. It takes the machine for minutes: docs/bench.md.` };
}

function ofTool(name) {
  const text = readFileSync(tool, 'utf8');
  const lines = text.match(/^(?:\/\/.*\n)+/)?.[0].replaceAll(/^\/\/ ?/gm, '');
  const block = text.match(/\/\*\*([\s\S]*?)\*\//)?.[1].replaceAll(/^ *\* ?/gm, '');
  const flags = [...text.matchAll(/argv\.includes\('(--[\w-]+)'\)/g)].map(([, flag]) => flag);
  // `test:long` has its flag in package.json.
  const shown = flags.filter((flag) => !words.includes(flag)).map((flag) => ` [${flag}]`);
  const usage = `npm run ${name}${shown.length > 0 ? ` --${shown.join('')}` : ''}`;
  return { usage, about: (lines ?? block ?? '').trim() };
}
