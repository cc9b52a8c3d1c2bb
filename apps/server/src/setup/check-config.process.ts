import { type Command, commandLineOf } from '@bonisa/kit/command-line';
import { checkConfig } from './check-config.ts';
import { tableOf } from './report.ts';

const COMMAND = {
  name: 'check-config',
  about: `Reads the whole configuration and says all that is wrong or unsafe in it, then tries the
database with its clock, the file store and the carriers. It writes and removes probes in the file
store, reads the payments of the last minute, and changes nothing else.`,
  usage: ['run check-config', 'run -s check-config -- --json'],
  options: { json: { type: 'boolean', default: false } },
  meanings: { '--json': 'prints {errors, warnings, rows} instead of text' },
  variables: { 'all of them': 'as the product reads them' },
  exits: { 0: 'nothing is wrong; there may be warnings', 1: 'something is wrong' },
} as const satisfies Command;

const asked = commandLineOf(COMMAND);
if (asked) {
  const report = await checkConfig(process.env, asked.file.names);
  const text = asked.values.json ? JSON.stringify(report, null, 2) : tableOf(report);
  process.stdout.write(`${text}\n`);
  process.exitCode = report.errors === 0 ? 0 : 1;
}
