import { type Command, commandLineOf } from '@bonisa/kit/command-line';
import { openPostgres } from '@bonisa/kit/database/database';
import { type RenewalHours, renewForHours } from './renewal-hours.ts';

const COMMAND = {
  name: 'simulate:renewals',
  about: `Renews all that is due in a filled database (bench/renewals.seed.ts) within some hours, at a simulated carrier's pace and with its faults.`,
  usage: ['run simulate:renewals -- [OPTION …]'],
  options: {
    hours: { type: 'string', default: '4' },
    pace: { type: 'string', default: '400' },
    faults: { type: 'string', default: '2' },
    loops: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
  meanings: {
    '--hours H': 'for how long the carrier may be asked (4)',
    '--pace N': 'calls that it takes in a second (400)',
    '--faults P': 'percent of its calls that fail, are lost or are denied (2)',
    '--loops N': 'loops that renew, one for each job process (2)',
    '--seed S': 'what all chance comes from',
    '--json': 'the result as JSON on the standard output',
  },
  variables: { DATABASE_URL: 'a PostgreSQL database that bench/renewals.seed.ts has filled' },
  exits: { 0: 'all were asked in time, and every rule held', 1: 'not so' },
} as const satisfies Command;

const asked = commandLineOf(COMMAND);
if (asked) {
  try {
    process.exitCode = (await run(asked.values)) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  }
}

type Values = Readonly<Record<'hours' | 'pace' | 'faults' | 'loops' | 'seed', string>> & {
  readonly json: boolean;
};

async function run(values: Values): Promise<boolean> {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error('DATABASE_URL: a filled database is asked for');
  const say = (line: string): void =>
    void (values.json ? process.stderr : process.stdout).write(`${line}\n`);
  const open = await openPostgres(url);
  try {
    const ran = await renewForHours(open, {
      hours: positive('--hours', values.hours),
      pace: positive('--pace', values.pace),
      faults: Number(values.faults) / 100,
      loops: positive('--loops', values.loops),
      seed: values.seed,
      onProgress: say,
    });
    const broken = brokenRules(ran);
    for (const line of inWords(ran)) say(line);
    for (const rule of broken) say(`BROKEN: ${rule}`);
    if (values.json)
      process.stdout.write(
        `${JSON.stringify({ ...ran, injected: Object.fromEntries(ran.injected), broken })}\n`,
      );
    return broken.length === 0;
  } finally {
    await open.close();
  }
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new RangeError(`${name}: a number above 0`);
  return value;
}

function inWords({ before, carrier, after, injected, ...ran }: RenewalHours): string[] {
  const { askedInSeconds, realSeconds } = ran;
  const faults = [...injected].map(([name, times]) => `${name} ${times}`).join(', ');
  const hours = (seconds: number): string => `${(seconds / 3600).toFixed(2)} h`;
  return [
    `${before.due} due; ${carrier.calls} calls, at most ${carrier.mostInSecond} in any second; ${carrier.lookups} lookups`,
    `faults: ${faults}`,
    `all asked after ${askedInSeconds === null ? 'more than the hours' : hours(askedInSeconds)}; the run took ${hours(realSeconds)}, ${(carrier.calls / realSeconds).toFixed(0)} calls a second`,
    `${after.paid} paid, ${after.triedAgain} to be tried again, ${after.open} without an outcome`,
  ];
}

/** What must hold at the end, in words, where it does not. */
function brokenRules({ carrier, after, askedInSeconds }: RenewalHours): string[] {
  const rules: readonly (readonly [holds: boolean, rule: string])[] = [
    [askedInSeconds !== null, 'some numbers were not asked in time'],
    [carrier.takenTwice === 0, `the carrier took twice from ${carrier.takenTwice} numbers`],
    [after.chargedTwice === 0, `${after.chargedTwice} subscriptions have two successful charges`],
    [after.open === 0, `${after.open} charges have no outcome`],
    [after.paid === carrier.payments, `${after.paid} are paid, ${carrier.payments} were taken`],
    [after.sum === 0, `the ledger's lines add up to ${after.sum}`],
    [after.receivable === carrier.taken, `${after.receivable} are booked of ${carrier.taken}`],
  ];
  return rules.filter(([holds]) => !holds).map(([, rule]) => rule);
}
