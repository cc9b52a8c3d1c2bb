// What a browser would load: the files that pages name, and those that these name in turn.

/** Addresses of files: whole in pages and the manifest, relative in scripts and style sheets. */
const NAMED = /\/assets\/[\w./-]+\.(?:js|css|svg|png|woff2)/g;
const BESIDE = /(?<=["'`(])\.{1,2}\/[\w.-]+\.(?:js|css|svg|png|woff2)/g;
const PAGES = ['/', '/channels', '/live', '/video/isibane', '/show/lamplight', '/profile/help'];

export interface Crawl {
  readonly pages: number;
  readonly files: number;
  /** Requests that were not answered with 200. */
  readonly missing: readonly string[];
}

/**
 * Loads the pages of each process at `sites`, and every file that they name through the proxy at
 * `url`, which sends requests to any process.
 */
export async function crawl(url: string, sites: readonly number[]): Promise<Crawl> {
  const missing: string[] = [];
  const seen = new Set<string>();
  const load = async (address: string): Promise<string> => {
    const answer = await fetch(address);
    const text = await answer.text();
    if (answer.status !== 200) missing.push(`${answer.status} ${address}`);
    return answer.status === 200 ? text : '';
  };
  const follow = async (text: string, from: string): Promise<void> => {
    const named = [...text.matchAll(NAMED), ...text.matchAll(BESIDE)].map(
      ([name]) => new URL(name, from).href,
    );
    for (const address of new Set(named)) {
      if (seen.has(address)) continue;
      seen.add(address);
      const file = await load(address);
      if (/\.(?:js|css)$/.test(address)) await follow(file, address);
    }
  };
  let pages = 0;
  for (const site of sites)
    for (const path of PAGES) {
      pages++;
      await follow(await load(`http://127.0.0.1:${site}${path}`), `${url}${path}`);
    }
  return { pages, files: seen.size, missing };
}
