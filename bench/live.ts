import { Agent, get } from 'node:http';
import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { loadNow, machine } from './machine.ts';
import { startProduct } from './product.process.ts';
import { createSignUp } from './sign-up.flow.ts';
import { percentile, shown } from './statistics.ts';
import { table } from './table.ts';

/** The targets on one process, the load generator on the same machine. */
const LEAST_PLAYLISTS = 25_000;
const MOST_P99_MS = 50;
const VIEWERS = 1000;
/** A player asks for its playlist once in a segment's time. */
const EVERY_MS = 2000;
const CHANNELS = 8;

const USAGE = `Measures the playlists of live channels: node bench/live.ts [options]
  --seconds N   how long each part runs (10)
  --check       fail below ${LEAST_PLAYLISTS} playlists a second, or above a p99 of ${MOST_P99_MS} ms for ${VIEWERS} viewers in time`;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    check: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
async function run(seconds: number, check: boolean): Promise<void> {
  const product = await startProduct({
    env: { LIMITS: 'off', FRAUD_MODE: 'off', LOG_LEVEL: 'warn' },
  });
  try {
    const { siteUrl, carrierUrl } = product;
    const { signUp, close } = createSignUp({ siteUrl, carrierUrl, connections: 1 });
    const { cookies } = await signUp('27615550001');
    await close();
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const paths = await playlistsOf(siteUrl, cookie);
    const rate = await throughput(siteUrl, paths.slice(0, 100), seconds);
    const times = await viewersInTime(siteUrl, paths, seconds);
    const p99 = percentile(times, 0.99);
    const { processor, cores } = machine();
    console.log(`${cores} cores, ${processor}, load ${loadNow().toFixed(1)}`);
    console.log(
      table(
        ['measure', 'figure', 'target'],
        [
          ['media playlists a second', shown(rate), `${LEAST_PLAYLISTS}`],
          [`${VIEWERS} viewers, each every 2 s: p50`, `${shown(percentile(times, 0.5))} ms`, ''],
          [`${VIEWERS} viewers, each every 2 s: p99`, `${shown(p99)} ms`, `${MOST_P99_MS} ms`],
        ],
      ),
    );
    if (check && (rate < LEAST_PLAYLISTS || p99 > MOST_P99_MS)) process.exitCode = 1;
  } finally {
    await product.stop();
  }
}

/** The program's own call; it has no types of its own. */
type Autocannon = (options: {
  readonly url: string;
  readonly connections: number;
  readonly pipelining: number;
  readonly duration: number;
  readonly requests: readonly { readonly path: string }[];
}) => Promise<{
  readonly requests: { readonly average: number };
  readonly non2xx: number;
  readonly errors: number;
}>;

const autocannon = createRequire(import.meta.url)('autocannon') as Autocannon;

/** The addresses of {@link VIEWERS} viewers' media playlists, over all channels. */
async function playlistsOf(siteUrl: string, cookie: string): Promise<string[]> {
  const links = await (await fetch(`${siteUrl}/content/v2/live/guide?limit=${CHANNELS}`)).json();
  const channels = (links as { data: { slug: string }[] }).data.map(({ slug }) => slug);
  const paths: string[] = [];
  // Another cap makes another token, so that each viewer has an address of its own.
  for (let viewer = 0; viewer < VIEWERS; viewer++) {
    const channel = channels[viewer % channels.length];
    const answer = await fetch(`${siteUrl}/api/play/live`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ channel, max_height: 480 + viewer, take_over: true }),
    });
    const { playlist } = (await answer.json()) as { playlist: string };
    paths.push(playlist.replace('live.m3u8', ['240p.m3u8', '360p.m3u8'][viewer % 2] ?? ''));
  }
  return paths;
}

async function throughput(siteUrl: string, paths: string[], seconds: number): Promise<number> {
  const result = await autocannon({
    url: siteUrl,
    connections: 16,
    pipelining: 8,
    duration: seconds,
    requests: paths.map((path) => ({ path })),
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error('some playlists were not answered');
  return result.requests.average;
}

/** The times of answers to viewers who ask evenly spread, each once in a segment's time. */
async function viewersInTime(siteUrl: string, paths: string[], seconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: VIEWERS });
  const times: number[] = [];
  const asked: Promise<void>[] = [];
  const began = performance.now();
  for (let count = 0; count < (VIEWERS * seconds * 1000) / EVERY_MS; count++) {
    const due = began + (count * EVERY_MS) / VIEWERS;
    if (due > performance.now()) await wait(due - performance.now());
    const path = paths[count % VIEWERS] ?? '';
    asked.push(ask(agent, `${siteUrl}${path}`).then((ms) => void times.push(ms)));
  }
  await Promise.all(asked);
  agent.destroy();
  return times;
}

function ask(agent: Agent, url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    get(url, { agent }, (response) => {
      response.resume();
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(performance.now() - began)
          : reject(new Error(`a playlist answered ${response.statusCode}`)),
      );
    }).on('error', reject);
  });
}

if (values.help) console.log(USAGE);
else await run(Number(values.seconds), values.check);
