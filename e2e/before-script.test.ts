// Before hydration, and without any script, L1, S1, P1.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser, type Visit } from './harness/browser.ts';
import { hydrated } from './harness/chromium.ts';
import { flowPage } from './harness/flow.page.ts';
import { newHandset } from './harness/handset.ts';
import { waitForPlayback, watchButton } from './harness/playback.ts';

const { visit, product } = useBrowser();

/** Holds back the page's own scripts until the returned function releases them. */
async function holdScripts({ context }: Visit, scripts = /\.js(\?|$)/): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await context.route(scripts, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

describe('a press before hydration', () => {
  it('of Submit is stored, puts no number into an address, and continues without a second press', async () => {
    const phone = await visit();
    const { page } = phone;
    const addresses: string[] = [];
    page.on('request', (request) =>
      addresses.push(`${request.url()} ${request.headers().referer ?? ''}`),
    );
    const letGo = await holdScripts(phone);
    const flow = flowPage(phone);
    const handset = newHandset(product());
    await page.goto('/enter-number', { waitUntil: 'commit' });
    await flow.enterNumber(handset.typed);
    expect(await flow.number.inputValue()).toBe(handset.typed);
    letGo();
    await flow.packagesScreen.waitFor();
    expect(addresses.filter((address) => address.includes(handset.typed.slice(1)))).toEqual([]);
  });

  it('leaves typed text alone when the number is known from an earlier visit', async () => {
    const phone = await visit();
    const handset = newHandset(product());
    const first = flowPage(phone);
    await first.open();
    await first.toOtp(handset);
    const page = await phone.tab();
    const letGo = await holdScripts({ ...phone, page });
    await page.goto('/enter-number', { waitUntil: 'commit' });
    const second = flowPage({ page, goto: async () => {} });
    // The viewer has put a finger into the field when the script arrives with the stored number.
    await second.number.focus();
    letGo();
    await page.waitForRequest((request) => request.url().endsWith('/api/auth/enrich'));
    await page.keyboard.insertText(handset.typed);
    expect(await second.number.inputValue()).toBe(handset.typed);
    await second.submit.click();
    await second.packagesScreen.waitFor();
  });

  it('of Watch is stored and leads into the flow', async () => {
    const phone = await visit();
    const letGo = await holdScripts(phone);
    await phone.page.goto('/video/isibane', { waitUntil: 'commit' });
    await watchButton(phone.page).tap();
    letGo();
    await phone.page.waitForURL('**/enter-number*');
  });

  it('of Watch plays at once for a member, with one play call, and the page takes it over', async () => {
    const phone = await visit();
    const { page } = phone;
    const flow = flowPage(phone);
    await flow.open('/video/isibane');
    await flow.subscribe(newHandset(product()));
    await phone.goto('/video/isibane');
    const letGo = await holdScripts(phone, /\/assets\/(?!player-)[^/]+\.js$/);
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/play')) calls.push(request.url());
    });
    await page.goto('/video/isibane', { waitUntil: 'commit' });
    await watchButton(page).tap();
    await waitForPlayback(page);
    letGo();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await waitForPlayback(page);
    expect(calls).toHaveLength(1);
  });

  it('of a navigation link follows the link', async () => {
    const phone = await visit();
    const letGo = await holdScripts(phone);
    await phone.page.goto('/', { waitUntil: 'commit' });
    await phone.page.getByRole('link', { name: 'Browse' }).tap();
    await phone.page.waitForURL('**/channels');
    await phone.page.getByRole('heading', { level: 1, name: 'Browse' }).waitFor();
    letGo();
  });

  it('of Search opens the search after hydration', async () => {
    const phone = await visit();
    const letGo = await holdScripts(phone);
    await phone.page.goto('/', { waitUntil: 'commit' });
    await phone.page.getByRole('button', { name: 'Search' }).tap();
    letGo();
    await phone.page.getByRole('dialog', { name: 'Search' }).waitFor();
  });
});

describe('the costs before hydration', () => {
  const costsOf = (page: Page) =>
    page
      .getByRole('main')
      .locator('.megabytes')
      .evaluateAll((all) =>
        all.map((one) => [getComputedStyle(one).visibility, one.textContent ?? ''] as const),
      );

  it.each(['/', '/video/isibane', '/episode/pots-dont-lie-s1e2', '/live/music/ngoma-non-stop'])(
    'of %s are never lower than afterwards, on a phone and on a desk',
    async (path) => {
      for (const device of ['phone', 'desk'] as const) {
        const visitor = await visit({ device });
        const letGo = await holdScripts(visitor);
        const { page } = visitor;
        await page.goto(path, { waitUntil: 'commit' });
        await page.locator('footer').waitFor();
        const before = await costsOf(page);
        expect(before.length).toBeGreaterThan(0);
        const seen = before.some(([visibility]) => visibility === 'visible');
        // A desk without mobile data has another choice in force than the one that is rendered.
        if (device === 'desk') expect(seen).toBe(false);
        letGo();
        await hydrated(page);
        const after = (await costsOf(page)).slice(0, before.length);
        for (const [at, [visibility, words]] of after.entries()) {
          expect(visibility).toBe('visible');
          if (before[at]?.[0] === 'visible') expect(words).toBe(before[at][1]);
        }
      }
    },
  );
});

describe('without JavaScript', () => {
  it('shows a complete home: titles with pictures, channels, and working links', async () => {
    const phone = await visit({ javaScriptEnabled: false });
    const { page } = phone;
    // Without scripts a browser also fetches the pictures below the fold: the test does not wait
    // for them.
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    const titles = page.getByRole('main').locator('a[href^="/video/"]');
    expect(await titles.count()).toBeGreaterThanOrEqual(8);
    expect(
      await page.getByRole('main').getByRole('heading', { level: 2 }).count(),
    ).toBeGreaterThanOrEqual(3);
    const picture = page.getByRole('main').locator('img').first();
    expect(await picture.getAttribute('src')).toMatch(/^\/pictures\//);
    await titles.last().tap();
    await page.waitForURL('**/video/*', { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText('R5.00').first().waitFor();
  });

  it.each([
    '/channels',
    '/channel/ekhaya',
    '/terms-and-conditions',
    '/privacy-policy',
    '/my-list',
    '/profile',
  ])('shows the content of %s', async (path) => {
    const phone = await visit({ javaScriptEnabled: false });
    await phone.page.goto(path, { waitUntil: 'domcontentloaded' });
    await phone.page.getByRole('heading', { level: 1 }).waitFor();
    expect((await phone.page.getByRole('main').innerText()).length).toBeGreaterThan(80);
  });

  it.each([
    ['/video/isibane', 'Isibane'],
    ['/live/music/ngoma-non-stop', 'Ngoma Non-Stop'],
  ])(
    'leads from Watch of %s to the number screen, which says what watching needs',
    async (path, title) => {
      const phone = await visit({ javaScriptEnabled: false });
      const { page } = phone;
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await watchButton(page).tap();
      const back = encodeURIComponent(`${path}?play=1`);
      await page.waitForURL(`**/enter-number?return=${back}`, { waitUntil: 'commit' });
      await page.getByText(title, { exact: true }).first().waitFor();
      expect(await page.getByRole('main').innerText()).toContain('Watching needs JavaScript');
    },
  );

  it('says where the code of a device is typed that a script is needed', async () => {
    const phone = await visit({ javaScriptEnabled: false });
    await phone.page.goto('/device');
    expect(await phone.page.getByRole('main').innerText()).toContain(
      'Signing in a device needs JavaScript',
    );
    expect(await phone.page.getByLabel('One moment').isVisible()).toBe(false);
  });

  it('says on the number screen what needs a script, and puts no number into an address when the form is sent', async () => {
    const phone = await visit({ javaScriptEnabled: false });
    phone.tolerate(/status of 4\d\d/);
    const flow = flowPage(phone);
    const handset = newHandset(product());
    await phone.page.goto('/enter-number');
    expect(await phone.page.getByRole('main').innerText()).toContain('needs JavaScript');
    await flow.enterNumber(handset.typed);
    await phone.page.waitForLoadState();
    expect(phone.page.url()).not.toContain(handset.typed.slice(1));
  });
});

describe('the delivery of a page that starts to play', () => {
  const read = async (address: string) => {
    const { headers, body } = await fetch(new URL(address, product().site)).then(
      async (response) => ({ headers: response.headers, body: await response.text() }),
    );
    return { link: headers.get('link'), html: body };
  };

  it('begins with the script of the play call, and a header names its player', async () => {
    const { link, html } = await read('/video/isibane?play=1');
    const [start, player] =
      /^<!DOCTYPE html><html[^>]*><head><meta[^>]*><script data-player="([^"]+)">/.exec(html) ?? [];
    expect(start).toBeDefined();
    // What a browser gets with its first packets, compressed to a third.
    expect(html.indexOf('</script>')).toBeLessThan(5000);
    expect(link).toBe(`<${player}>; rel=modulepreload`);
    expect((await read(player ?? '')).html).toContain('export');
    expect((await read('/video/isibane')).link).toBeNull();
  });

  it('contains the styles of watch pages alone, and loads the others with its scripts', async () => {
    const { html } = await read('/episode/please-hold-s1e1');
    const style = /<style[^>]*>(.*?)<\/style>/s.exec(html)?.[1] ?? '';
    expect(style).toContain('.watch-stage');
    expect(style).not.toContain('.guide-programme');
    expect(style.length).toBeLessThan(60_000);
    const [, later] = /rel:"stylesheet",href:"(\/assets\/elsewhere-[^"]+)"/.exec(html) ?? [];
    expect((await read(later ?? '')).html).toContain('.guide-programme');
  });
});
