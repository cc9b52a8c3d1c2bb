import type { Browser } from 'playwright-core';
import { launchChromium } from '../e2e/harness/chromium.ts';
import { type BrowserTarget, browserTarget } from './browser-target.ts';
import { conclude, type Figure } from './goals.ts';
import { loadNow, machine } from './machine.ts';
import type { Network } from './page.budgets.ts';
import { measureStart, type PlayPage, type Start } from './playback.meter.ts';
import { type OtherPlayers, startOtherPlayers } from './playback.others.ts';
import { figuresOfRide, reportRide, type Stretch, travel } from './playback.ride.ts';
import { readOptions, refuseArguments, wholeOption } from './program.ts';
import { createSignUp } from './sign-up.flow.ts';
import { LINE_ENV, LINE_MEANING, openLine, portsOf } from './slow-line.ts';
import { median } from './statistics.ts';
import { table } from './table.ts';

const { values, say } = readOptions({
  name: 'playback',
  about: 'Measures how soon a video starts on a cheap phone.',
  options: {
    'site-url': { type: 'string' },
    'carrier-url': { type: 'string' },
    runs: { type: 'string', default: '5' },
    minutes: { type: 'string', default: '5' },
    ours: { type: 'boolean', default: false },
    line: { type: 'string' },
    ride: { type: 'string' },
    from: { type: 'string', default: '0' },
  },
  meanings: {
    '--site-url URL': 'a product that runs already (FRAUD_MODE=observe); without it one is started',
    '--carrier-url URL': 'its simulated carrier',
    '--runs N': 'starts of which the median counts (5)',
    '--minutes N': 'begins no further round of all players after this time (5)',
    '--ours': 'measures our player and the limit alone',
    '--line NAME': LINE_MEANING,
    '--ride N': 'plays N minutes (at most 60) of a train ride in real time, beside hls.js',
    '--from N': 'the minute of the ride to begin at (0)',
  },
});

/**
 * Issue 'Honest speed', section 1: the first frame, as a multiple of the limit's; and of the best
 * other player's.
 */
const TIMES_LIMIT = { tap: 1.3, address: 1.25 } as const;
const TIMES_OTHER = 0.5;
/** Issue 'Honest speed', section 1: a tap after two seconds on a title page, in ms. */
const MOST_AFTER_LOOK = 150;
/** Issue 'Watching', section 2: script before the first frame, in kB. */
const MOST_SCRIPT = 15;

const NETWORK_NAMES: Readonly<Record<Network, string>> = {
  slow4g: '1.6 Mbit/s, 150 ms',
  '3g': '700 kbit/s, 300 ms',
  real: 'a real line',
};
const MANNERS = {
  tap: 'tap on a loaded page',
  look: 'tap after two seconds, Wi-Fi',
  address: 'watch address',
} as const;
type Manner = keyof typeof MANNERS;

/** One way to start one player on one network, with its starts so far. */
interface Series {
  readonly player: string;
  readonly role: 'ours' | 'limit' | 'other';
  readonly manner: Manner;
  readonly network: Network;
  readonly page: PlayPage;
  readonly starts: Start[];
  /** Why it was given up. */
  failed?: string;
}

await main();

async function main(): Promise<void> {
  const runs = wholeOption('runs', values.runs);
  const [ride, from] = [Number(values.ride ?? 1), Number(values.from)];
  if (!(ride > 0 && from >= 0 && from + ride <= 60))
    refuseArguments('--ride, --from: minutes within the hour of the ride');
  const { line } = values;
  const target =
    line === undefined
      ? await browserTarget(values['site-url'], values['carrier-url'])
      : await browserTarget(undefined, undefined, LINE_ENV);
  let outcome: Outcome;
  try {
    outcome =
      values.ride === undefined
        ? await measureStarts(
            target,
            { runs, minutes: Number(values.minutes), ours: values.ours, line },
            say,
          )
        : await measureRide(target, { from: from * 60, seconds: ride * 60, line });
  } finally {
    await target.stop();
  }
  say(`\n${outcome.report}`);
  conclude(values, outcome.figures, { measured: outcome.measured });
}

interface Outcome {
  readonly measured: unknown;
  readonly report: string;
  readonly figures: readonly Figure[];
}

async function measureRide(target: BrowserTarget, stretch: Stretch): Promise<Outcome> {
  const trips = await travel(target, stretch);
  const report = reportRide(trips, stretch.seconds);
  return { measured: trips, report, figures: figuresOfRide(trips) };
}

async function measureStarts(...measurement: Parameters<typeof measureAll>): Promise<Outcome> {
  const all = await measureAll(...measurement);
  return { measured: all, report: report(all), figures: figuresOf(all) };
}

/**
 * Every round starts each player once, in turn, so that other work on the machine slows them all
 * alike.
 */
async function measureAll(
  { siteUrl, carrierUrl }: BrowserTarget,
  { runs, minutes, ours, line }: Plan,
  say: (line: string) => void,
): Promise<Series[]> {
  const slug = await someVideo(siteUrl);
  const { signUp, close } = createSignUp({ siteUrl, carrierUrl, connections: 1 });
  const { cookies } = await signUp(`27${610_000_000 + Math.floor(Math.random() * 1_000_000)}`);
  await close();
  const others = await startOtherPlayers(siteUrl, slug, cookies);
  const slow = line === undefined ? undefined : await openLine(line, portsOf(siteUrl, others.url));
  const browser = await launchChromium(slow?.browser);
  const at = slow
    ? { site: slow.siteUrl, others: new URL(slow.emptyUrl).origin }
    : { site: siteUrl, others: others.url };
  const all = seriesOf(
    { url: `${at.site}/video/${slug}`, cookies },
    { ...others, url: at.others },
    { ours, networks: slow ? ['real'] : ['slow4g', '3g'] },
  );
  try {
    const began = performance.now();
    for (let round = 0; round < runs; round++) {
      if (performance.now() - began > minutes * 60_000) break;
      for (const series of all) await measureOnce(browser, series);
      say(`round ${round + 1} of ${runs}, load ${loadNow()}`);
    }
  } finally {
    await browser.close();
    await slow?.close();
    await others.stop();
  }
  return all;
}

interface Plan {
  readonly runs: number;
  readonly minutes: number;
  readonly ours: boolean;
  /** The name of a real line. */
  readonly line: string | undefined;
}

async function measureOnce(browser: Browser, series: Series): Promise<void> {
  if (series.failed) return;
  try {
    series.starts.push(await measureStart(browser, series.page, series.network));
  } catch (error) {
    if (series.role !== 'other') throw error;
    series.failed = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  }
}

function seriesOf(
  { url, cookies }: { url: string; cookies: ReadonlyMap<string, string> },
  { players, url: othersUrl }: Pick<OtherPlayers, 'players' | 'url'>,
  { ours, networks }: { readonly ours: boolean; readonly networks: readonly Network[] },
): Series[] {
  const [limit, ...rest] = players;
  const beside = ours ? [limit] : [limit, ...rest];
  return networks.flatMap((network) =>
    (Object.keys(MANNERS) as Manner[]).flatMap((manner): Series[] => {
      const common = { manner, network };
      const tapped = manner !== 'address';
      const looks = manner === 'look';
      const own: PlayPage = tapped
        ? { url, cookies, looks, tap: '.watch-actions button[type="submit"]' }
        : { url: `${url}?play=1`, cookies };
      const other = (path: string): PlayPage =>
        tapped ? { url: othersUrl + path, tap: '#watch' } : { url: `${othersUrl}${path}?auto` };
      // The others fetch nothing ahead.
      const players = looks ? [] : beside;
      return [
        { ...common, player: 'ours', role: 'ours', page: own, starts: [] },
        ...players.flatMap((player) =>
          player
            ? [
                {
                  ...common,
                  player: player.name,
                  role: player === limit ? ('limit' as const) : ('other' as const),
                  page: other(player.path),
                  starts: [],
                },
              ]
            : [],
        ),
      ];
    }),
  );
}

/** The first title that home links to. */
async function someVideo(siteUrl: string): Promise<string> {
  const text = await (await fetch(siteUrl)).text();
  const slug = /href="\/video\/([a-z0-9-]+)["?]/.exec(text)?.[1];
  if (!slug) throw new Error('home leads to no video');
  return slug;
}

function figureOf({ starts }: Series, of: keyof Start): number | undefined {
  return starts.length > 0 ? median(starts.map((start) => start[of])) : undefined;
}

function figuresOf(all: readonly Series[]): Figure[] {
  return all
    .filter(({ role }) => role === 'ours')
    .flatMap((own): Figure[] => {
      const { manner, network } = own;
      const name = `${MANNERS[manner]}, ${NETWORK_NAMES[network]}`;
      const beside = (role: Series['role'], words: string) => ({
        name: words,
        value: Math.min(
          ...all
            .filter((one) => one.role === role && one.manner === manner && one.network === network)
            .map((one) => figureOf(one, 'ms') ?? Number.POSITIVE_INFINITY),
        ),
      });
      const frame = { value: figureOf(own, 'ms') ?? Number.NaN, unit: 'ms' };
      const hasOthers = manner !== 'look' && all.some(({ role }) => role === 'other');
      return [
        manner === 'look'
          ? { name: `first frame, ${name}`, ...frame, goal: { atMost: MOST_AFTER_LOOK } }
          : {
              name: `first frame, ${name}`,
              ...frame,
              goal: { atMost: TIMES_LIMIT[manner], of: 'comparison' },
              beside: beside('limit', 'the limit'),
            },
        ...(hasOthers
          ? [
              {
                name: `first frame beside other players, ${name}`,
                ...frame,
                goal: { atMost: TIMES_OTHER, of: 'comparison' as const },
                beside: beside('other', 'the best other'),
              },
            ]
          : []),
        {
          name: `script before the first frame, ${name}`,
          value: (figureOf(own, 'script') ?? Number.NaN) / 1000,
          unit: 'kB',
          goal: { atMost: MOST_SCRIPT },
        },
      ];
    });
}

function report(all: readonly Series[]): string {
  const { cores, processor, memoryGB, node, system } = machine();
  const rows = all.map((series) => {
    const { player, manner, network, starts, failed } = series;
    const times = starts.map(({ ms }) => Math.round(ms));
    const shown = (of: keyof Start, show: (value: number) => string) => {
      const value = figureOf(series, of);
      return value === undefined ? '-' : show(value);
    };
    return [
      player,
      MANNERS[manner],
      NETWORK_NAMES[network],
      shown('ms', (value) => String(Math.round(value))),
      times.length > 0 ? `${Math.min(...times)}-${Math.max(...times)}` : (failed ?? ''),
      shown('script', kilobytes),
      shown('bytes', kilobytes),
      String(times.length),
    ];
  });
  return [
    `${cores} cores (${processor}), ${memoryGB} GB, ${system}, Node ${node}, load ${loadNow()}`,
    '360 px, processor four times slower, empty cache; medians of the starts; bytes until the first frame',
    '',
    table(
      ['player', 'start', 'network', 'first frame ms', 'range', 'script', 'bytes', 'starts'],
      rows,
    ),
  ].join('\n');
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
