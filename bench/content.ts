import { READ_OPTIONS, runReadsBench } from './reads.measure.ts';

/**
 * Target reads a second of one process on two cores with PostgreSQL and the load generator on the
 * same machine.
 */
const TARGETS = { cached: 25_000, uncached: 1_500 };

const USAGE = `usage: npm run bench:content -- [options]

Measures the content APIs.
${READ_OPTIONS}: ${TARGETS.cached} cached and ${TARGETS.uncached} uncached reads a second`;

try {
  await runReadsBench({ usage: USAGE, least: TARGETS, readsOf });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/**
 * The reads of an application's home, a channel, a show and a page of a category, over the existing
 * data in turn.
 */
async function readsOf(siteUrl: string): Promise<Record<string, string[]>> {
  const v1 = `${siteUrl}/content/v1`;
  const [channels, shows] = await Promise.all([
    slugsAt(`${v1}/channels/slugs`),
    slugsAt(`${v1}/shows/slugs`),
  ]);
  const categories = await Promise.all(
    channels.map(async (channel) =>
      (await listAt(`${siteUrl}/content/v2/list/categories/${channel}`)).map(
        ({ slug }) => `${channel}/${slug}`,
      ),
    ),
  );
  return {
    home: ['slides', 'carousels', 'categories'].map((part) => `/content/v1/home/${part}`),
    channel: channels.flatMap((slug) => [
      `/content/v1/channel?slug=${slug}`,
      `/content/v1/channel/titles?slug=${slug}`,
    ]),
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
