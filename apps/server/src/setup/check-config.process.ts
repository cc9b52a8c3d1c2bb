/**
 * `npm run check-config`: says all that is wrong or unsafe about the configuration at once, and
 * tries what it names. Ends with 1 where a start or the service would fail.
 */
import { type Command, commandLineOf } from '../platform/command-line.ts';
import { checkConfig } from './check-config.ts';
import { reportOf, textOf } from './report.ts';

const COMMAND = {
  name: 'check-config',
  about: `Reads the whole configuration and says all that is wrong or unsafe in it, then tries the
database, the file store, the carriers, header enrichment (with requests that are sent nowhere) and
the clock. It writes and removes a probe in the data folder and two in the file store, reads the
payments of the last minute, and changes nothing else.`,
  usage: ['run check-config', 'run -s check-config -- --json'],
  options: { json: { type: 'boolean', default: false } },
  meanings: { '--json': 'prints {errors, warnings, findings} instead of text' },
  variables: { 'all of them': 'as the product reads them' },
  exits: { 0: 'nothing is wrong; there may be warnings', 1: 'something is wrong' },
} as const satisfies Command;

const asked = commandLineOf(COMMAND);
if (asked) {
  const report = reportOf(await checkConfig(process.env, asked.file), process.env);
  const text = asked.values.json ? JSON.stringify(report, null, 2) : textOf(report);
  process.stdout.write(`${text}\n`);
  process.exitCode = report.errors === 0 ? 0 : 1;
}
