import { parseArgs } from 'node:util';
import { migrate, openPglite } from '../apps/server/src/platform/database/database.ts';
import { type GuideVisit, visitGuide } from './guide.meter.ts';
import { startGuideSite } from './guide.site.ts';
import { loadNow, machine } from './machine.ts';
import { openBrowser } from './page.meter.ts';
import { median } from './statistics.ts';
import { table } from './table.ts';

const USAGE = `usage: npm run bench:guide -- [options]

Measures the guide of live channels on a cheap phone.
  --channels N  live channels (200)
  --runs N      visits of which the median counts (5)
  --check       fail where a target is missed`;

/** Issue 'Watching', section 5: it stays fast with 200 channels. */
const TARGETS = { usableMs: 2000, longestScrollingMs: 200, elements: 10_000 } as const;

const ROWS: Readonly<Record<keyof GuideVisit, string>> = {
  usableMs: 'usable, ms',
  bytes: 'received until then, bytes',
  requests: 'requests until then',
  elementsAtFirst: 'elements at first',
  elements: 'elements with all channels',
  channels: 'channels shown',
  parts: 'requests for further channels',
  longestGrowingMs: 'longest task while the list grows, ms',
  longestScrollingMs: 'longest task while it is scrolled, ms',
};

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      channels: { type: 'string', default: '200' },
      runs: { type: 'string', default: '5' },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs: a whole number from 1 on');
  const database = await openPglite(undefined);
  await migrate(database);
  const site = await startGuideSite(database, Number(values.channels));
  const browser = await openBrowser();
  const visits: GuideVisit[] = [];
  try {
    for (let run = 0; run < runs; run++) {
      visits.push(await visitGuide(browser, { url: site.url, network: 'slow4g' }));
      console.log(`run ${run + 1} of ${runs}, load ${loadNow()}`);
    }
  } finally {
    await browser.close();
    await site.stop();
  }
  const missed = report(visits);
  if (values.check && missed.length > 0) process.exitCode = 1;
}

function report(visits: readonly GuideVisit[]): string[] {
  const { cores, processor, memoryGB, node, system } = machine();
  const figures = (name: keyof GuideVisit) => visits.map((visit) => visit[name]);
  const names = Object.keys(ROWS) as (keyof GuideVisit)[];
  const rows = names.map((name) => {
    const all = figures(name);
    const target = (TARGETS as Partial<Record<keyof GuideVisit, number>>)[name];
    return [
      ROWS[name],
      String(Math.round(median(all))),
      target === undefined ? '' : String(target),
      `${Math.round(Math.min(...all))}-${Math.round(Math.max(...all))}`,
    ];
  });
  console.log(
    `\n${cores} cores (${processor}), ${memoryGB} GB, ${system}, Node ${node}, load ${loadNow()}`,
  );
  console.log(
    '360 px, processor four times slower, 1.6 Mbit/s with 150 ms, empty cache; medians\n',
  );
  console.log(table(['measure', 'median', 'target', 'range'], rows));
  const missed = names.filter((name) => {
    const target = (TARGETS as Partial<Record<keyof GuideVisit, number>>)[name];
    return target !== undefined && median(figures(name)) > target;
  });
  for (const name of missed) console.error(`missed: ${ROWS[name]}`);
  return missed;
}
