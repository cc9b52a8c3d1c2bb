import { openPostgres } from './postgres.ts';
import { startProduct, untilCalm } from './product.process.ts';
import { bareFastify, fewAtATime, measure, READ_OPTIONS, type ReadFigures, readOptions, tell } from './reads.measure.ts';
import { startReader } from './reads.ts';

/** Reads a second from one process on two cores with PostgreSQL, the reader on the same machine. */
const LEAST = { cached: 25_000, uncached: 1_500 };

const USAGE = `Measures the content APIs: node bench/content.ts [options]
${READ_OPTIONS}: ${LEAST.cached} cached and ${LEAST.uncached} uncached reads a second`;

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
    const database: Record<string, string> = server ? { DATABASE_URL: await server.createDatabase('bench_content') } : {};
    for (const kind of ['cached', 'uncached'] as const) {
      const env: Record<string, string> = kind === 'cached' ? database : { ...database, CACHE_MB: '0' };
      const product = await startProduct({ env: { ...env, FRAUD_MODE: 'observe', LIMITS: 'off', LOG_LEVEL: 'warn' } });
      await untilCalm(product.pid);
      try {
        for (const [name, paths] of Object.entries(await readsOf(product.siteUrl))) {
          const how = kind === 'cached' ? options : fewAtATime(options);
          measured.push(await measure(`${kind} ${name}`, reader, { origin: product.siteUrl, paths }, how));
        }
      } finally {
        await product.stop();
      }
    }
  } finally {
    await reader.stop();
    await server?.stop();
  }
  tell(measured, { database: server ? `PostgreSQL ${server.version}` : 'PGlite', options, least: LEAST });
}

/** What an application asks for on its home, on a channel, for a show and for a page of a category; over what there is, in turn. */
async function readsOf(siteUrl: string): Promise<Record<string, string[]>> {
  const v1 = `${siteUrl}/content/v1`;
  const [channels, shows] = await Promise.all([slugsAt(`${v1}/channels/slugs`), slugsAt(`${v1}/shows/slugs`)]);
  const categories = await Promise.all(
    channels.map(async (channel) => (await listAt(`${siteUrl}/content/v2/list/categories/${channel}`)).map(({ slug }) => `${channel}/${slug}`)),
  );
  return {
    home: ['slides', 'carousels', 'categories'].map((part) => `/content/v1/home/${part}`),
    channel: channels.flatMap((slug) => [`/content/v1/channel?slug=${slug}`, `/content/v1/channel/titles?slug=${slug}`]),
    show: shows.map((slug) => `/content/v1/show?slug=${slug}`),
    'category page': categories.flat().map((place) => `/content/v2/list/category/${place}/1/24`),
  };
}

async function slugsAt(url: string): Promise<string[]> {
  return ((await answerOf(url)) as { data: string[] }).data;
}

async function listAt(url: string): Promise<{ slug: string }[]> {
  return ((await answerOf(url)) as { data: { slug: string }[] }).data;
}

async function answerOf(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return await response.json();
}
