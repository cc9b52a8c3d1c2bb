// Browsing as a visitor: R1 R2 R10 L1 A11 A12 B3 E8 E9.
import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { useBrowser } from '../harness/browser.ts';
import { hydrated } from '../harness/chromium.ts';

const { visit, product } = useBrowser();

/** A category, and a show with two seasons. */
const CATEGORY = '/channel/ngoma/new-sounds';
const SHOW = '/show/pots-dont-lie';
const EPISODE = '/episode/pots-dont-lie-s1e6';

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('heading', { level: 1, name });

/** Reads a page as a search engine or a messenger does. */
async function read(path: string) {
  const answer = await fetch(product().site + path);
  const text = await answer.text();
  const property = (name: string) =>
    new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(text)?.[1];
  const data = /<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/.exec(text)?.[1];
  const things = data
    ? (JSON.parse(data) as { '@graph': Record<string, unknown>[] })['@graph']
    : [];
  return {
    status: answer.status,
    text,
    title: /<title>([^<]*)/.exec(text)?.[1],
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(text)?.[1],
    property,
    thing: (type: string) => things.find((thing) => thing['@type'] === type),
  };
}

/**
 * A page without scripts, and without pictures: drawing them is not tested here, and without
 * scripts a browser also fetches those below the fold.
 */
async function plainPage(): Promise<Page> {
  const { page, context } = await visit({ javaScriptEnabled: false });
  await context.route(/\/pictures\//, (route) =>
    route.fulfill({
      status: 200,
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    }),
  );
  return page;
}

describe('without a script', () => {
  it('reaches every screen by links and shows its content', async () => {
    const page = await plainPage();
    const main = page.getByRole('main');
    const follow = async (link: ReturnType<Page['locator']>, address: RegExp) => {
      await link.first().tap();
      await page.waitForURL(address, { waitUntil: 'commit' });
      await main.getByRole('heading', { level: 1 }).waitFor();
    };
    await page.goto('/channels', { waitUntil: 'domcontentloaded' });
    expect(await main.locator('a[href^="/channel/"]').count()).toBeGreaterThan(24);
    await follow(main.getByRole('link', { name: /^Skhaftin/ }), /\/channel\/skhaftin$/);
    await follow(
      main.getByRole('link', { name: /^Pots and people/ }),
      /\/channel\/skhaftin\/pots-and-people$/,
    );
    await follow(main.getByRole('link', { name: /Pots Don’t Lie/ }), /\/show\/pots-dont-lie$/);
    await follow(
      main.getByRole('navigation', { name: 'Seasons' }).getByRole('link', { name: 'Season 2' }),
      /\?season=2$/,
    );
    await follow(main.getByRole('link', { name: /New Fires/ }), /\/episode\/pots-dont-lie-s2e1$/);
    // Across the end of a season, and back.
    await follow(main.getByRole('link', { name: /^Previous/ }), /\/episode\/pots-dont-lie-s1e6$/);
    await follow(main.getByRole('link', { name: /Nomazizi Gqola/ }), /\/person\/nomazizi-gqola$/);
    await main.getByText('Presenter').first().waitFor();
    await page.goto(SHOW, { waitUntil: 'domcontentloaded' });
    await follow(main.getByRole('link', { name: 'Reality' }), /\/genre\/reality$/);
    await page.goto('/live', { waitUntil: 'domcontentloaded' });
    await follow(
      main.getByRole('navigation', { name: 'Live categories' }).getByRole('link').nth(1),
      /\/live\/[a-z-]+$/,
    );
  });

  it("names every title of home's shelves, the same ones as with a script", async () => {
    const linksOf = (page: Page) =>
      page
        .getByRole('main')
        .locator('.shelf-row a')
        .evaluateAll((links) =>
          [...new Set(links.map((link) => link.getAttribute('href')?.split('#')[0]))].toSorted(),
        );
    const plain = await plainPage();
    const phone = await visit();
    // Other tests move the clock: pages of two moments are both read again.
    await vi.waitFor(
      async () => {
        await plain.goto('/', { waitUntil: 'domcontentloaded' });
        const named = await linksOf(plain);
        expect(
          named.filter((address) => /^\/(video|show)\//.test(address ?? '')).length,
        ).toBeGreaterThan(50);
        await phone.goto('/');
        // A key needs the script; then a row fills when the viewer is near.
        await phone.page.keyboard.press('Shift');
        for (const shelf of await phone.page.locator('.shelf').all()) {
          await shelf.scrollIntoViewIfNeeded();
          await shelf.locator('.shelf-rest').waitFor({ state: 'detached' });
        }
        expect(await linksOf(phone.page)).toEqual(named);
      },
      { timeout: 120_000 },
    );
  });
});

describe('with a script', () => {
  it("operates home's slides and shelves by keyboard, and fetches nothing before the viewer moves", async () => {
    const desk = await visit({ device: 'desk' });
    const { page } = desk;
    const heroes = new Set<string>();
    page.on('request', (request) => {
      if (request.url().includes('/pictures/hero'))
        heroes.add(request.url().replace(/-\d+\.\w+$/, ''));
    });
    await desk.goto('/');
    const marks = page.getByRole('group', { name: 'Choose a highlight' }).getByRole('button');
    expect(heroes.size).toBe(1);
    await marks.first().focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(
      () => document.querySelectorAll('.hero-mark')[1]?.getAttribute('aria-current') === 'true',
    );
    expect(await marks.nth(1).evaluate((mark) => mark === document.activeElement)).toBe(true);
    const shelf = page
      .locator('.shelf-row')
      .filter({ has: page.locator('.tile-poster') })
      .first();
    await shelf.getByRole('link').first().focus();
    await page.keyboard.press('End');
    // The key first fetches the rest of the shelf, so the last link may be a new one.
    const row = await shelf.elementHandle();
    await page.waitForFunction(
      (row) => [...(row as Element).querySelectorAll('a')].at(-1) === document.activeElement,
      row,
    );
    await page.waitForFunction((row) => (row as HTMLElement).scrollLeft > 0, row);
    await page.getByRole('heading', { level: 2, name: 'Live now' }).waitFor();
  });

  it('keeps its place on the way back, and nothing moves above it', async () => {
    const phone = await visit();
    const { page } = phone;
    await phone.goto('/');
    // A key needs the script, without which a row stays as it is.
    await page.keyboard.press('Shift');
    await hydrated(page);
    // Like a viewer, by every row: each is laid out and complete on the way.
    for (const shelf of await page.locator('.shelf').all()) {
      await shelf.scrollIntoViewIfNeeded();
      await shelf.locator('.shelf-rest').waitFor({ state: 'detached' });
    }
    const last = page.locator('.shelf').last().getByRole('link').nth(1);
    await last.scrollIntoViewIfNeeded();
    const place = () =>
      last.evaluate((link) => ({
        inSight: Math.round(link.getBoundingClientRect().top),
        onPage: Math.round(link.getBoundingClientRect().top + scrollY),
      }));
    const before = await place();
    await last.click();
    await page.waitForURL(/\/(video|show)\//);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goBack();
    await last.waitFor();
    await vi.waitFor(async () => expect(await place()).toEqual(before));
    await page.locator('.shelf').first().scrollIntoViewIfNeeded();
    await vi.waitFor(async () => expect((await place()).onPage).toBe(before.onPage));
  });

  it('shows the current and the next live programmes, and a day by windows', async () => {
    const phone = await visit();
    const { page } = phone;
    await phone.goto('/live');
    const channels = page.getByRole('article');
    expect(await channels.count()).toBeGreaterThanOrEqual(6);
    for (const words of await channels.allInnerTexts())
      expect(words).toMatch(/On now\s*\d\d:\d\d to \d\d:\d\d|Off air/);
    expect(await channels.first().innerText()).toMatch(/\d\d:\d\d\s+\S/);
    await page.getByRole('link', { name: 'Tomorrow' }).click();
    await page.waitForURL(/\/live\?from=\d{4}-\d\d-\d\dt\d\d$/);
    await page.getByRole('link', { name: 'Later' }).click();
    await page.getByRole('article').getByRole('link').first().click();
    await page.waitForURL(/\/live\/[a-z-]+\/[a-z-]+$/);
    await page.getByText('An hour of live costs about').waitFor();
  });

  it('reminds of a programme when it starts, once, also after a reload', async () => {
    const phone = await visit();
    const { page } = phone;
    await page.clock.install();
    await phone.goto('/live');
    const bell = page.getByRole('button', { name: /^Remind me of/ }).first();
    const name = (await bell.getAttribute('aria-label')) ?? '';
    const [, title = ''] = /^Remind me of (.*) at \d\d:\d\d$/.exec(name) ?? [];
    await bell.click();
    await page.getByText(`We will remind you here when ${title} starts`).waitFor();
    expect(await bell.getAttribute('aria-pressed')).toBe('true');
    await page.reload();
    const list = page.getByRole('region', { name: 'Reminders on this device' });
    await list.getByRole('link', { name: title }).waitFor();
    // Other tests move the product's clock by days, and the device's own clock counts here.
    const start = (await list.locator('time').getAttribute('datetime')) ?? '';
    await page.clock.fastForward(Date.parse(start) - (await page.evaluate(() => Date.now())));
    await page.getByRole('status').getByText(`${title} starts now`).waitFor();
    expect(await list.getByRole('link', { name: title }).count()).toBe(0);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.waitForURL(/\/live\/[a-z-]+\/[a-z-]+$/);
  });

  it.each([
    ['/show/no-such-show', 'We could not find this show'],
    // Server and browser must see the same page in it: an error of hydration fails the visit.
    ['/video/', 'We could not find this page'],
  ])('shows a helpful page for the unknown address %s', async (path, words) => {
    const phone = await visit();
    phone.tolerate(/status of 404/);
    await phone.goto(path);
    await heading(phone.page, words).waitFor();
    await phone.page.getByRole('main').getByRole('link', { name: 'Browse channels' }).waitFor();
  });
});

describe('search engines and shared links', () => {
  it.each([
    '/channel/nothing',
    '/channel/ngoma/nothing',
    `${CATEGORY}?page=99`,
    `${CATEGORY}?genre=nothing`,
    '/show/nothing',
    `${SHOW}?season=99`,
    '/episode/nothing',
    '/video/nothing',
    '/genre/nothing',
    '/person/nothing',
    '/live/nothing',
    '/live?from=2020-01-01t00',
    '/live/music/nothing',
  ])('get a 404 for %s', async (path) => {
    const page = await read(path);
    expect(page.status).toBe(404);
    expect(page.property('robots')).toBe('noindex');
  });

  it('get the data of a video, a show and an episode, with an existing picture', async () => {
    const { site } = product();
    const video = await read('/video/isibane');
    expect(video.thing('VideoObject')).toMatchObject({
      name: 'Isibane',
      url: `${site}/video/isibane`,
      duration: expect.stringMatching(/^PT\d/),
    });
    expect(video.thing('VideoObject')).toMatchObject({
      contentRating: expect.stringMatching(/^FPB /),
      uploadDate: expect.stringMatching(/^\d{4}-/),
    });
    const show = await read(SHOW);
    expect(show.thing('TVSeries')).toMatchObject({
      numberOfSeasons: 2,
      containsSeason: [{ seasonNumber: 1 }, { seasonNumber: 2 }],
    });
    const episode = await read(EPISODE);
    expect(episode.thing('TVEpisode')).toMatchObject({
      episodeNumber: 6,
      partOfSeason: { seasonNumber: 1 },
      partOfSeries: { url: `${site}${SHOW}`, name: 'Pots Don’t Lie' },
      video: { '@type': 'VideoObject' },
    });
    expect(episode.thing('BreadcrumbList')?.itemListElement).toHaveLength(5);
    for (const page of [
      video,
      show,
      episode,
      await read('/channel/ngoma'),
      await read(CATEGORY),
      await read('/'),
    ]) {
      expect(page.property('og:title')).toBeTruthy();
      expect(page.property('description')).toBeTruthy();
      const picture = page.property('og:image') ?? '';
      expect(page.property('twitter:image')).toBe(picture);
      expect(picture.startsWith(site)).toBe(true);
      const answer = await fetch(picture);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      await answer.arrayBuffer();
    }
  });

  it('find every page in the sitemap', async () => {
    const robots = await read('/robots.txt');
    const sitemap = await read(/Sitemap: \S+?(\/sitemap\.xml)/.exec(robots.text)?.[1] ?? '');
    const paths = [...sitemap.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, address = '']) => new URL(address).pathname,
    );
    expect(paths.length).toBeGreaterThan(350);
    // One page of each kind answers.
    const kinds = new Map(
      paths.map((path) => [`${path.split('/')[1]}/${path.split('/').length}`, path]),
    );
    expect(kinds.size).toBeGreaterThanOrEqual(10);
    for (const path of kinds.values())
      expect([path, (await read(path)).status]).toEqual([path, 200]);
  });
});
