import { setTimeout as wait } from 'node:timers/promises';
import { runNginx } from '@bonisa/media/delivery/nginx.test-kit';
import pg from 'pg';
import { Client } from 'undici';
import { freePort } from '../scripts/free-ports.ts';
import type { Figure } from './goals.ts';
import { cpuOfTree } from './machine.ts';
import { median, type Spread, shown, spreadOf } from './statistics.ts';

/** Issue 'Honest speed', section 2. */
const MOST_MS = 500;
const VIEWERS = 1000;
const ROUNDS = 3;
/** A queue has room for a hundred pages: those that were too many come with the next crowd. */
const HELD_WITHIN_MS = 60_000;
const BETWEEN_CROWDS_MS = 100;
/** What runs after a publication, such as the better compression, has ended. */
const REST_MS = 3000;
/** A publication is known within milliseconds, by a notice, and within seconds without it. */
const KNOWN_WITHIN_MS = 20_000;
/** An edge holds a page for 15 seconds (`s-maxage`). */
const HELD_MS = 16_000;
/** A page that nobody of the crowd asks for: it shows when the process knows the publication. */
const OTHER_PAGE = '/privacy-policy';

/** A thousand viewers who ask for pages at the same moment, each on a connection of its own. */
export interface PublicationReport {
  readonly pages: number;
  /** Milliseconds, with empty caches after a publication, and with full ones. */
  readonly after: Spread;
  readonly before: Spread;
  /** Milliseconds of processor time for each different page. */
  readonly cpu: number;
  /** The share of viewers who got the page that asks to come again, after a publication. */
  readonly busy: number;
  /** The same through the shipped edge, once all that it holds is old. */
  readonly edge: EdgeReport;
}

export interface EdgeReport {
  readonly after: Spread;
  /** Milliseconds from then until every viewer gets the new page. */
  readonly newAfter: number;
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
  const paths = Array.from({ length: VIEWERS }, (_, n) => pathOf(n, all));
  const pages = new Set(paths).size;
  const crowd = openCrowd(siteUrl, paths);
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  const publish = async (): Promise<void> => {
    // As another process publishes: this one learns of it by the notice.
    await database.query('update catalogue_version set version = version + 1');
    for (const began = performance.now(); (await crowd.ask(OTHER_PAGE)).isHit; await wait(5))
      if (performance.now() - began > KNOWN_WITHIN_MS)
        throw new Error('the product does not learn of a publication');
  };
  try {
    const [before, after, cpus]: [number[][], number[][], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round++) {
      console.error(`measuring: a publication, ${round + 1} of ${ROUNDS}`);
      await crowd.askUntilHeld();
      await wait(REST_MS);
      const start = cpuOfTree(pid) ?? Number.NaN;
      before.push(await crowd.times());
      const full = (cpuOfTree(pid) ?? Number.NaN) - start;
      await publish();
      const published = cpuOfTree(pid) ?? Number.NaN;
      after.push(await crowd.times());
      cpus.push(((cpuOfTree(pid) ?? Number.NaN) - published - full) / pages);
    }
    const edge = await throughEdge(siteUrl, paths, publish);
    return {
      ...{ pages, edge, after: spreadOver(after), before: spreadOver(before), cpu: median(cpus) },
      busy: median(after.map((round) => round.filter((ms) => ms === Infinity).length / VIEWERS)),
    };
  } finally {
    await Promise.all([crowd.close(), database.end()]);
  }
}

/**
 * The same crowd through `deploy/nginx-edge.conf`, which goes on with old pages while it asks for
 * the new ones.
 */
async function throughEdge(
  siteUrl: string,
  paths: readonly string[],
  publish: () => Promise<void>,
): Promise<EdgeReport> {
  const [edge, media] = [await freePort(), await freePort()];
  const nginx = await runNginx('nginx-edge.conf', edge, (own) => ({
    '/var/cache/nginx': own,
    'listen 8081;': `listen 127.0.0.1:${media};`,
    'listen 8082;': `listen 127.0.0.1:${edge};`,
    '127.0.0.1:3000': new URL(siteUrl).host,
  }));
  const crowd = openCrowd(`http://127.0.0.1:${edge}`, paths);
  try {
    const [after, newAfter]: [number[][], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      console.error(`measuring: a publication behind an edge, ${round + 1} of ${ROUNDS}`);
      await crowd.askUntilHeld();
      await publish();
      await wait(HELD_MS);
      const began = performance.now();
      after.push(await crowd.times());
      await crowd.askUntilHeld();
      newAfter.push(performance.now() - began);
    }
    return { after: spreadOver(after), newAfter: median(newAfter) };
  } finally {
    await Promise.all([crowd.close(), nginx.stop()]);
  }
}

/** Viewers who ask for these pages, each on a connection and from a network of their own. */
function openCrowd(url: string, paths: readonly string[]) {
  // One network may let only so many pages be made at once.
  const viewers = paths.map(
    (_, n) => new Client(url, { localAddress: `127.1.${n >> 8}.${n & 255}` }),
  );
  const headers = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br' };
  const ask = async (path: string, viewer = 0) => {
    const began = performance.now();
    const site = viewers[viewer] as Client;
    const answer = await site.request({ path, method: 'GET', headers });
    await answer.body.dump({ limit: 10_000_000 });
    const isBusy = answer.statusCode === 503;
    if (answer.statusCode !== 200 && !isBusy)
      throw new Error(`${path} answered ${answer.statusCode}`);
    // Who is told to come again later has no page: that is later than any limit.
    const ms = isBusy ? Number.POSITIVE_INFINITY : performance.now() - began;
    // A page from an edge still has the header of the process, of when the edge asked for it.
    const held = answer.headers['x-cache'] ?? answer.headers['x-page-cache'];
    return { ms, isHit: String(held).toLowerCase() === 'hit' };
  };
  const askAll = () => Promise.all(paths.map(ask));
  return {
    ask,
    times: async () => (await askAll()).map(({ ms }) => ms),
    askUntilHeld: async () => {
      const isHeld = async () => (await askAll()).every(({ isHit }) => isHit);
      for (const began = performance.now(); !(await isHeld()); await wait(BETWEEN_CROWDS_MS))
        if (performance.now() - began > HELD_WITHIN_MS)
          throw new Error('some pages do not stay in the cache');
    },
    close: () => Promise.all(viewers.map((viewer) => viewer.close())),
  };
}

/** The medians of the rounds. */
function spreadOver(rounds: readonly number[][]): Spread {
  const spreads = rounds.map(spreadOf);
  return { p50: median(spreads.map(({ p50 }) => p50)), p99: median(spreads.map(({ p99 }) => p99)) };
}

/** Home and the channels have most visits; of the others the first ones, less and less. */
function pathOf(viewer: number, all: readonly string[]): string {
  if (viewer % 10 < 5) return '/';
  if (viewer % 10 < 7) return '/channels';
  const share = ((viewer * 7919) % VIEWERS) / VIEWERS;
  return all[Math.floor(share ** 3 * all.length)] ?? '/';
}

export function publicationInWords(report: PublicationReport): string {
  const { pages, before, after, cpu, busy, edge } = report;
  const words = ({ p50, p99 }: Spread) => `p50 ${shown(p50)}, p99 ${shown(p99)} ms`;
  return [
    `${VIEWERS} viewers at once, ${pages} different pages:`,
    `from full caches ${words(before)};`,
    `after a publication ${words(after)}, ${shown(cpu)} ms of processor time for each page,`,
    `${shown(busy * 100)} % busy pages;`,
    `through the shipped edge, when all that it holds is old, ${words(edge.after)},`,
    `and all have the new pages after ${shown(edge.newAfter)} ms`,
  ].join(' ');
}

export function figuresOfPublication({ after, before, edge }: PublicationReport): Figure[] {
  const beside = { name: 'the same from full caches', value: before.p99 };
  const goal = { atMost: MOST_MS };
  const name = `p99 of ${VIEWERS} viewers after a publication`;
  return [
    { name, value: after.p99, unit: 'ms', goal, beside },
    { name: `${name}, through the edge`, value: edge.after.p99, unit: 'ms', goal, beside },
  ];
}
