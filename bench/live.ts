import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { endChild } from './child.ts';
import { conclude } from './goals.ts';
import { type Rate, ratesOf, type Served, viewersInTime } from './live.measure.ts';
import { loadNow, machine } from './machine.ts';
import { startProduct, waitUntilIdle } from './product.process.ts';
import { readOptions } from './program.ts';
import { startReader } from './reads.ts';
import { createSignUp } from './sign-up.flow.ts';
import { percentile, shown } from './statistics.ts';
import { table } from './table.ts';

/** The targets on one process, the load generator on the same machine. */
const LEAST_PLAYLISTS = 25_000;
const MOST_P99_MS = 50;
const VIEWERS = 1000;
/** The most of them whose addresses the throughput is measured with. */
const AT_ONCE = 100;
/** A player asks for its playlist once in a segment's time. */
const EVERY_MS = 2000;
const CHANNELS = 8;

const { values, say } = readOptions({
  name: 'live',
  about: `Measures the playlists of live channels. Wanted: ${LEAST_PLAYLISTS} a second, and a p99 of at
most ${MOST_P99_MS} ms for ${VIEWERS} viewers in time.`,
  options: {
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    'site-url': { type: 'string' },
    'carrier-url': { type: 'string' },
    pid: { type: 'string' },
  },
  meanings: {
    '--seconds N': 'how long each part runs (10)',
    '--rounds N': 'rounds of which the medians count (3)',
    '--site-url URL': 'measures a product that runs already (LIMITS=off)',
    '--carrier-url URL': 'its simulated carrier',
    '--pid N': 'its process',
  },
});

await main();

interface Measured {
  readonly ours: Rate;
  readonly bare: Rate;
  /** Milliseconds of the answers to viewers in time. */
  readonly inTime: { readonly ours: readonly number[]; readonly bare: readonly number[] };
}

interface Target {
  readonly siteUrl: string;
  readonly carrierUrl: string;
  readonly pid: number;
}

async function main(): Promise<void> {
  const { 'site-url': siteUrl, 'carrier-url': carrierUrl, pid } = values;
  if (siteUrl) {
    if (!carrierUrl || !pid) throw new Error('--site-url needs --carrier-url and --pid');
    return report(await measure({ siteUrl, carrierUrl, pid: Number(pid) }));
  }
  const env = { LIMITS: 'off', FRAUD_MODE: 'off', LOG_LEVEL: 'warn' };
  const product = await startProduct({ env });
  try {
    await waitUntilIdle(product.pid);
    report(await measure(product));
  } finally {
    await product.stop();
  }
}

async function measure({ siteUrl, carrierUrl, pid }: Target): Promise<Measured> {
  const ours: Served = { origin: siteUrl, pid, paths: await playlistsOf(siteUrl, carrierUrl) };
  const few: Served = { ...ours, paths: ours.paths.slice(0, AT_ONCE) };
  const reader = startReader();
  const bare = await startBare(await lengthOf(`${siteUrl}${ours.paths[0]}`));
  try {
    const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
    const bareFew: Served = { ...few, ...bare.served };
    const [rate, bareRate] = (await ratesOf(reader, [few, bareFew], { seconds, rounds })) as [
      Rate,
      Rate,
    ];
    const pace = { seconds, everyMs: EVERY_MS };
    const inTime = {
      bare: await viewersInTime({ ...ours, ...bare.served }, pace),
      ours: await viewersInTime(ours, pace),
    };
    return { ours: rate, bare: bareRate, inTime };
  } finally {
    await reader.stop();
    await bare.stop();
  }
}

/** The addresses of {@link VIEWERS} viewers' media playlists, over all channels. */
async function playlistsOf(siteUrl: string, carrierUrl: string): Promise<string[]> {
  const { signUp, close } = createSignUp({ siteUrl, carrierUrl, connections: 1 });
  const { cookies } = await signUp(`27${615_000_000 + Math.floor(Math.random() * 1_000_000)}`);
  await close();
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const guide = await (await fetch(`${siteUrl}/content/v2/live/guide?limit=${CHANNELS}`)).json();
  // Another cap makes another token, so that each viewer has an address of its own.
  const play = (channel: string | undefined, viewer: number) =>
    fetch(`${siteUrl}/api/play/live`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ channel, max_height: 480 + viewer, take_over: true }),
    });
  const channels: string[] = [];
  // One whose films are not packaged yet is not on air.
  for (const { slug } of (guide as { data: { slug: string }[] }).data)
    if ((await play(slug, 0)).ok) channels.push(slug);
  const paths: string[] = [];
  const renditions = new Map<string | undefined, string[]>();
  for (let viewer = 0; viewer < VIEWERS; viewer++) {
    const channel = channels[viewer % channels.length];
    const answer = await play(channel, viewer);
    if (!answer.ok) throw new Error(`the play call of ${channel} answered ${answer.status}`);
    const { playlist } = (await answer.json()) as { playlist: string };
    const names = renditions.get(channel) ?? (await renditionsIn(`${siteUrl}${playlist}`));
    renditions.set(channel, names);
    const name = names[Math.floor(viewer / channels.length) % names.length] ?? '';
    paths.push(playlist.replace('live.m3u8', name));
  }
  return paths;
}

/** The media playlists that a multivariant playlist names. */
async function renditionsIn(url: string): Promise<string[]> {
  const text = await (await fetch(url)).text();
  const names = [...text.matchAll(/^[^#].*\/([^/?]+\.m3u8)/gm)].flatMap(([, name]) => name ?? []);
  if (names.length === 0) throw new Error(`${url} names no media playlist:\n${text}`);
  return names;
}

/** The length of a playlist for a client that takes no compression. */
async function lengthOf(url: string): Promise<number> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  return (await answer.arrayBuffer()).byteLength;
}

async function startBare(length: number) {
  const child = fork(join(import.meta.dirname, 'bare-http.process.ts'), [String(length)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return {
    served: { origin: url, pid: child.pid ?? 0 },
    stop: () => endChild(child, { signal: 'SIGTERM', withinMs: 5000 }),
  };
}

function report(measured: Measured): void {
  const { ours, bare, inTime } = measured;
  const p99 = percentile(inTime.ours, 0.99);
  const { processor, cores } = machine();
  const micro = (time: number | undefined): string =>
    time === undefined ? '' : `${shown(time)} µs`;
  const ms = (times: readonly number[], share: number): string =>
    `${shown(percentile(times, share))} ms`;
  say(
    `${cores} cores, ${processor}, load ${loadNow().toFixed(1)}, ${shown(ours.bytesPerSecond / ours.perSecond)} bytes an answer`,
  );
  say(
    table(
      ['measure', 'ours', 'bare node:http', 'ours/bare', 'target'],
      [
        [
          'media playlists a second',
          shown(ours.perSecond),
          shown(bare.perSecond),
          (ours.perSecond / bare.perSecond).toFixed(2),
          shown(LEAST_PLAYLISTS),
        ],
        [
          'processor time of the server, each',
          micro(ours.processor),
          micro(bare.processor),
          ours.processor && bare.processor ? (ours.processor / bare.processor).toFixed(2) : '',
          '',
        ],
        [`${VIEWERS} viewers in time: p50`, ms(inTime.ours, 0.5), ms(inTime.bare, 0.5), '', ''],
        [
          `${VIEWERS} viewers in time: p99`,
          ms(inTime.ours, 0.99),
          ms(inTime.bare, 0.99),
          '',
          `${MOST_P99_MS} ms`,
        ],
      ],
    ),
  );
  const beside = (value: number) => ({ name: 'bare node:http', value });
  conclude(
    values,
    [
      {
        name: 'media playlists of a live channel',
        value: ours.perSecond,
        unit: 'a second',
        goal: { atLeast: LEAST_PLAYLISTS },
        beside: beside(bare.perSecond),
      },
      {
        name: `p99 of ${VIEWERS} viewers in time`,
        value: p99,
        unit: 'ms',
        goal: { atMost: MOST_P99_MS },
      },
    ],
    { ours, bare, p99 },
  );
}
