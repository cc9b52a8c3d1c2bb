import { openPglite, openPostgres } from '../../server/src/platform/database.ts';
import { readOptions, type SimulationOptions, USAGE } from './simulation.options.ts';
import { simulate } from './simulation.ts';
import { inWords, violationInWords } from './summary.ts';

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

try {
  process.exitCode = (await run(readOptions(process.argv.slice(2)))) ? 0 : 1;
} catch (error) {
  console.error(
    error instanceof RangeError || error instanceof TypeError
      ? `${error.message}\n\n${USAGE}`
      : error,
  );
  process.exitCode = 2;
}
