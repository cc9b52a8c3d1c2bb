import type { Browser } from 'playwright-core';
import { interactionProbe } from './interactions.probe.ts';
import {
  calm,
  INTERACTIONS,
  type Interaction,
  type Measure,
  type Phone,
  walkOfMember,
  walkOfVisitor,
} from './interactions.walk.ts';
import type { Network } from './page.budgets.ts';
import { slowDown, withPhone } from './phone.ts';
import { median, shown } from './statistics.ts';
import { table } from './table.ts';

/** The presses of one interaction over all runs. */
export interface InteractionFigures {
  readonly name: Interaction;
  /** The worst press of each run: their median, and the worst of all, in milliseconds. */
  readonly ms: number;
  readonly worst: number;
  /** Of the worst: the time until the page took it up, and the time of the page's own handlers. */
  readonly waited: number;
  readonly worked: number;
  /** The longest task of the main thread from the press until the page was calm again. */
  readonly longestTask: number;
}

export interface InteractionQuestion {
  readonly siteUrl: string;
  /** A subscriber's. */
  readonly cookies: ReadonlyMap<string, string>;
  /** A number that nobody has, for each run. */
  number(): string;
  /** Without one nothing slows the line, so that answers come while a press is still drawn. */
  readonly network?: Network;
}

interface Press {
  readonly ms: number;
  readonly waited: number;
  readonly worked: number;
  readonly longestTask: number;
}

type Presses = Map<Interaction, Press[]>;

/** Makes the same walk this many times, each in fresh browser contexts. */
export async function measureInteractions(
  browser: Browser,
  question: InteractionQuestion,
  runs: number,
): Promise<InteractionFigures[]> {
  const presses: Presses = new Map(INTERACTIONS.map((name) => [name, []]));
  for (let run = 0; run < runs; run++) {
    await walkWith(browser, question, question.cookies, async (phone) =>
      walkOfMember(phone, measureIn(phone, presses)),
    );
    await walkWith(browser, question, new Map(), async (phone) =>
      walkOfVisitor(phone, measureIn(phone, presses), question.number()),
    );
  }
  return INTERACTIONS.map((name) => figuresOf(name, presses.get(name) ?? []));
}

function figuresOf(name: Interaction, presses: readonly Press[]): InteractionFigures {
  const [slowest] = [...presses].sort((a, b) => b.ms - a.ms);
  if (!slowest) throw new Error(`${name}: no press was seen`);
  return {
    name,
    ms: median(presses.map(({ ms }) => ms)),
    worst: slowest.ms,
    waited: slowest.waited,
    worked: slowest.worked,
    longestTask: median(presses.map(({ longestTask }) => longestTask)),
  };
}

async function walkWith(
  browser: Browser,
  { siteUrl, network }: InteractionQuestion,
  cookies: ReadonlyMap<string, string>,
  walk: (phone: Phone) => Promise<void>,
): Promise<void> {
  const options = { url: siteUrl, cookies, probe: interactionProbe };
  await withPhone(browser, options, async ({ page, session }) => {
    if (network) await slowDown(session, network);
    await walk({ page, session, siteUrl });
  });
}

/** Notes the slowest press of an interaction, once the page is calm again. */
function measureIn({ page }: Phone, presses: Presses): Measure {
  return async (name, work) => {
    const from = await page.evaluate(() => performance.now());
    await work();
    await calm(page);
    const press = await page.evaluate((since) => {
      const { events, longTasks } = window.benchInteractions;
      const [slowest] = events.filter(({ at }) => at >= since).sort((a, b) => b.ms - a.ms);
      const tasks = longTasks.filter(({ at, ms }) => at + ms >= since).map(({ ms }) => ms);
      const { ms = 0, waited = 0, worked = 0 } = slowest ?? {};
      return { ms, waited, worked, longestTask: Math.max(0, ...tasks) };
    }, from);
    presses.get(name)?.push(press);
  };
}

/** One line for each interaction. */
export function interactionTable(figures: readonly InteractionFigures[]): string {
  const milliseconds = (value: number): string => shown(Math.round(value));
  return [
    'INP: from a press to the next paint; 360 px, processor four times slower; of each run the slowest press',
    '',
    table(
      ['interaction', 'median ms', 'worst ms', 'of it waited', 'handlers', 'longest task ms'],
      figures.map(({ name, ms, worst, waited, worked, longestTask }) => [
        name,
        ...[ms, worst, waited, worked, longestTask].map(milliseconds),
      ]),
    ),
  ].join('\n');
}
