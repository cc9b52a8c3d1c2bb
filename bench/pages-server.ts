import { READ_OPTIONS, runReadsBench } from './reads.measure.ts';

/**
 * Target of cached pages a second of one process on two cores, with the load generator on the same
 * machine.
 */
const TARGET_CACHED = 25_000;

const USAGE = `usage: npm run bench:pages-server -- [options]

Measures how many pages a second one process serves.
${READ_OPTIONS}: ${TARGET_CACHED} cached pages a second`;

try {
  await runReadsBench({ usage: USAGE, least: { cached: TARGET_CACHED, uncached: 0 }, readsOf });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function readsOf(siteUrl: string): Promise<Record<string, string[]>> {
  return Object.fromEntries((await pathsOf(siteUrl)).map((path) => [patternOf(path), [path]]));
}

/** Home, and the first channel, show and category that it links to. */
async function pathsOf(siteUrl: string): Promise<string[]> {
  const [home, channels] = await Promise.all([
    textOf(`${siteUrl}/`),
    textOf(`${siteUrl}/channels`),
  ]);
  const first = (html: string, shape: RegExp): string[] => shape.exec(html)?.slice(1, 2) ?? [];
  return [
    '/',
    ...first(channels, /href="(\/channel\/[a-z0-9-]+)"/),
    ...first(home, /href="(\/show\/[a-z0-9-]+)"/),
    ...first(channels, /href="(\/channel\/[a-z0-9-]+\/[a-z0-9-]+)"/),
  ];
}

function patternOf(path: string): string {
  const [, first, , third] = path.split('/');
  return first === '' ? '/' : `/${first}/:slug${third ? '/:category' : ''}`;
}

async function textOf(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return await response.text();
}
