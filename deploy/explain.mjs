// The command line of the small programs here: --help prints the comment at the head of the
// program, and what is not known is refused by its name with exit code 2, before anything is done.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** Ends the process for help and for a refused argument; `most` arguments are allowed. */
export function explain(url, usage, most = 0) {
  const name = usage.split(' ', 1)[0];
  const refused = (problem) => {
    console.error(`${name}: ${problem}\nusage: node ${usage}`);
    process.exit(2);
  };
  try {
    const options = { help: { type: 'boolean', short: 'h' } };
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (positionals.length > most) refused(`Unexpected argument '${positionals[most]}'`);
    if (!values.help) return;
  } catch (error) {
    refused(error.message.split('. ', 1)[0]);
  }
  const about = readFileSync(new URL(url), 'utf8').match(/^(?:\/\/.*\n)+/)?.[0] ?? '';
  process.stdout.write(`usage: node ${usage}\n\n${about.replaceAll(/^\/\/ ?/gm, '').trimEnd()}\n`);
  process.exit(0);
}
