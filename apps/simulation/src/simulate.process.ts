import { type Command, commandLineOf } from '@bonisa/kit/command-line';
import { openPglite, openPostgres } from '@bonisa/kit/database/database';
import { OPTIONS, readOptions, type SimulationOptions } from './simulation.options.ts';
import { simulate } from './simulation.ts';
import { inWords, violationInWords } from './summary.ts';

const COMMAND = {
  name: 'simulate',
  about: `Simulates months of subscribers with the product's own services and every fault, from one seed.`,
  usage: ['run simulate -- [OPTION …]'],
  options: OPTIONS,
  meanings: {
    '--seed S': 'what all chance comes from',
    '--subscribers N, --days D': 'how many, and for how long',
    '--faults all|none|LIST': 'the faults of the carrier and of networks',
    '--crashes on|off': 'processes that end anywhere',
    '--until-day DAY': 'ends after this day',
    '--exact': 'stops the clock at every due time',
    '--verbose': 'more lines',
  },
  variables: { DATABASE_URL: 'an empty database on a PostgreSQL server; else PGlite in memory' },
  exits: { 0: 'everything held', 1: 'a rule was broken' },
} as const satisfies Command;

/**
 * `npm run simulate`: one run, told as it goes. Ends with 1 where a rule was broken, with 2 where
 * it could not run.
 */
const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function run(options: SimulationOptions): Promise<boolean> {
  const url = process.env.DATABASE_URL;
  const open = url ? await openPostgres(url) : await openPglite(undefined);
  try {
    const { subscribers, days, seed, faultNames, crashes } = options;
    say(
      `seed ${seed}: ${subscribers} subscribers, ${days} days, faults ${faultNames}, crashes ${crashes ? 'on' : 'off'}, on ${open.kind}`,
    );
    const { summary, violations } = await simulate({
      options,
      open,
      onDay: (_day, words) => say(words),
    });
    for (const line of inWords(summary)) say(line);
    for (const violation of violations)
      for (const line of violationInWords(violation, options)) say(line);
    say(violations.length === 0 ? 'everything held' : `${violations.length} violations`);
    return violations.length === 0;
  } finally {
    await open.close();
  }
}

const asked = commandLineOf(COMMAND);
if (asked) await simulateAs(asked.values);

async function simulateAs(values: Parameters<typeof readOptions>[0]): Promise<void> {
  try {
    process.exitCode = (await run(readOptions(values))) ? 0 : 1;
  } catch (error) {
    const isRefused = error instanceof RangeError || error instanceof TypeError;
    console.error(isRefused ? `simulate: ${error.message}` : error);
    process.exitCode = 2;
  }
}
