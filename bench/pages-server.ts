import { openPostgres } from './postgres.ts';
import { startProduct, untilCalm } from './product.process.ts';
import { bareFastify, fewAtATime, measure, READ_OPTIONS, type ReadFigures, type ReadOptions, readOptions, tell } from './reads.measure.ts';
import { type Reader, startReader } from './reads.ts';

/** Cached pages a second from one process on two cores, the reader on the same machine. */
const LEAST_CACHED = 25_000;

const USAGE = `Measures how many pages a second one process serves: node bench/pages-server.ts [options]
${READ_OPTIONS}: ${LEAST_CACHED} cached pages a second`;

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const options = readOptions();
  if (!options) return console.log(USAGE);
  const reader = startReader();
  const server = await openPostgres(options.databaseUrl);
  const measured: ReadFigures[] = [];
  try {
    measured.push(await bareFastify(reader, options));
    const database: Record<string, string> = server ? { DATABASE_URL: await server.createDatabase('bench_pages') } : {};
    measured.push(...(await pagesOf('cached', reader, options, database)));
    measured.push(...(await pagesOf('uncached', reader, fewAtATime(options), { ...database, CACHE_MB: '0' })));
  } finally {
    await reader.stop();
    await server?.stop();
  }
  tell(measured, { database: server ? `PostgreSQL ${server.version}` : 'PGlite', options, least: { cached: LEAST_CACHED } });
}

async function pagesOf(kind: 'cached' | 'uncached', reader: Reader, options: ReadOptions, env: Record<string, string>): Promise<ReadFigures[]> {
  const product = await startProduct({ env: { ...env, FRAUD_MODE: 'observe', LIMITS: 'off', LOG_LEVEL: 'warn' } });
  await untilCalm(product.pid);
  try {
    const figures: ReadFigures[] = [];
    for (const path of await pathsOf(product.siteUrl)) {
      figures.push(await measure(`${kind} ${patternOf(path)}`, reader, { origin: product.siteUrl, paths: [path] }, options));
    }
    return figures;
  } finally {
    await product.stop();
  }
}

/** Home, and the first channel, show and category that it leads to. */
async function pathsOf(siteUrl: string): Promise<string[]> {
  const [home, channels] = await Promise.all([textOf(`${siteUrl}/`), textOf(`${siteUrl}/channels`)]);
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
