import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { Pool } from 'undici';
import type { Figure } from './goals.ts';
import { cpuOfTree } from './machine.ts';
import { median, percentile, shown } from './statistics.ts';

/** Issue 'Honest speed', section 2. */
const MOST_MS = 500;
const VIEWERS = 1000;
const ROUNDS = 3;
/** A queue has room for a hundred pages. */
const MOST_TRIES = 10;
/** What runs after a publication, such as the better compression, has ended. */
const REST_MS = 3000;
/** A publication is known within milliseconds, by a notice, and within seconds without it. */
const KNOWN_WITHIN_MS = 20_000;
/** A page that nobody of the crowd asks for: it shows when the process knows the publication. */
const OTHER_PAGE = '/privacy-policy';

/** A thousand viewers who ask for pages at the same moment, each on a connection of its own. */
export interface PublicationReport {
  readonly pages: number;
  /** Milliseconds, with empty caches after a publication, and with full ones. */
  readonly after: { readonly p50: number; readonly p99: number };
  readonly before: { readonly p50: number; readonly p99: number };
  /** Milliseconds of processor time for each different page. */
  readonly cpu: number;
  /** The share of viewers who got the page that asks to come again, after a publication. */
  readonly busy: number;
}

interface Measured {
  readonly siteUrl: string;
  readonly databaseUrl: string;
  readonly pid: number;
}

/** Measures a crowd at the moment of a publication: of five in ten home, of two the channels. */
export async function measurePublication(measured: Measured): Promise<PublicationReport> {
  const { siteUrl, databaseUrl, pid } = measured;
  const map = await (await fetch(`${siteUrl}/sitemap.xml`)).text();
  const all = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, at]) => new URL(at ?? '').pathname);
  const crowd = Array.from({ length: VIEWERS }, (_, n) => pathOf(n, all));
  const site = new Pool(siteUrl, { connections: VIEWERS });
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  const ask = async (path: string, viewer = 0) => {
    const began = performance.now();
    // From networks of their own: one network may let only so many pages be made at once.
    const network = `10.${viewer >> 8}.${viewer & 255}.1`;
    const headers = {
      ...{ accept: 'text/html', 'accept-encoding': 'gzip, deflate, br' },
      'x-forwarded-for': network,
    };
    const answer = await site.request({ path, method: 'GET', headers });
    await answer.body.dump({ limit: 10_000_000 });
    const isBusy = answer.statusCode === 503;
    if (answer.statusCode !== 200 && !isBusy)
      throw new Error(`${path} answered ${answer.statusCode}`);
    // Who is told to come again later has no page: that is later than any limit.
    const ms = isBusy ? Number.POSITIVE_INFINITY : performance.now() - began;
    return { ms, isHit: answer.headers['x-page-cache'] === 'hit' };
  };
  const askAll = () => Promise.all(crowd.map(ask));
  const times = async () => (await askAll()).map(({ ms }) => ms);
  try {
    const [before, after, cpus]: [number[][], number[][], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round++) {
      console.error(`measuring: a publication, ${round + 1} of ${ROUNDS}`);
      // Pages that were too many for one queue come with the next crowd.
      for (let tries = 1; !(await askAll()).every(({ isHit }) => isHit); tries++)
        if (tries === MOST_TRIES) throw new Error('some pages do not stay in the cache');
      await wait(REST_MS);
      const start = cpuOfTree(pid) ?? Number.NaN;
      before.push(await times());
      const full = (cpuOfTree(pid) ?? Number.NaN) - start;
      // As another process publishes: this one learns of it by the notice.
      await database.query('update catalogue_version set version = version + 1');
      for (const began = performance.now(); (await ask(OTHER_PAGE)).isHit; await wait(5))
        if (performance.now() - began > KNOWN_WITHIN_MS)
          throw new Error('the product does not learn of a publication');
      const published = cpuOfTree(pid) ?? Number.NaN;
      after.push(await times());
      cpus.push(((cpuOfTree(pid) ?? Number.NaN) - published - full) / new Set(crowd).size);
    }
    const over = (rounds: readonly number[][], share: number) =>
      median(rounds.map((one) => percentile(one, share)));
    return {
      pages: new Set(crowd).size,
      after: { p50: over(after, 0.5), p99: over(after, 0.99) },
      before: { p50: over(before, 0.5), p99: over(before, 0.99) },
      cpu: median(cpus),
      busy: median(after.map((round) => round.filter((ms) => ms === Infinity).length / VIEWERS)),
    };
  } finally {
    await Promise.all([site.close(), database.end()]);
  }
}

/** Home and the channels have most visits; of the others the first ones, less and less. */
function pathOf(viewer: number, all: readonly string[]): string {
  if (viewer % 10 < 5) return '/';
  if (viewer % 10 < 7) return '/channels';
  const share = ((viewer * 7919) % VIEWERS) / VIEWERS;
  return all[Math.floor(share ** 3 * all.length)] ?? '/';
}

export function publicationInWords({ pages, before, after, cpu, busy }: PublicationReport): string {
  return `${VIEWERS} viewers at once, ${pages} different pages: p50 ${shown(after.p50)}, p99 ${shown(after.p99)} ms after a publication, ${shown(before.p50)} and ${shown(before.p99)} from full caches; ${shown(cpu)} ms of processor time for each page, ${shown(busy * 100)} % busy pages`;
}

export function figureOfPublication({ after, before }: PublicationReport): Figure {
  return {
    ...{ name: `p99 of ${VIEWERS} viewers after a publication`, value: after.p99, unit: 'ms' },
    goal: { atMost: MOST_MS },
    beside: { name: 'the same from full caches', value: before.p99 },
  };
}
