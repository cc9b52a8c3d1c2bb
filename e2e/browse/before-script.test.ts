// Before hydration, and without any script, L1, S1, P1.
import { describe, expect, it } from 'vitest';
import { useBrowser } from '../harness/browser.ts';
import { flowPage } from '../harness/flow.page.ts';
import { newHandset } from '../harness/handset.ts';
import { holdScripts } from '../harness/held-scripts.ts';
import { watchButton } from '../harness/playback.ts';

const { visit, product } = useBrowser();

describe('a press before hydration', () => {
  it('of Watch is stored and leads into the flow', async () => {
    const phone = await visit();
    const letGo = await holdScripts(phone);
    await phone.page.goto('/video/isibane', { waitUntil: 'commit' });
    await watchButton(phone.page).tap();
    letGo();
    await phone.page.waitForURL('**/enter-number*');
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

  it('leads from Watch to the number screen, which says what watching needs', async () => {
    const phone = await visit({ javaScriptEnabled: false });
    const { page } = phone;
    await page.goto('/video/isibane', { waitUntil: 'domcontentloaded' });
    await watchButton(page).tap();
    const back = encodeURIComponent('/video/isibane?play=1');
    await page.waitForURL(`**/enter-number?return=${back}`, { waitUntil: 'commit' });
    await page.getByText('Isibane', { exact: true }).first().waitFor();
    expect(await page.getByRole('main').innerText()).toContain('Watching needs JavaScript');
  });

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

  it('contains the styles that it uses alone, and loads the others with its scripts', async () => {
    const { html } = await read('/episode/please-hold-s1e1');
    const style = /<style[^>]*>(.*?)<\/style>/s.exec(html)?.[1] ?? '';
    expect(style).toContain('.watch-stage');
    expect(style).not.toContain('.guide-programme');
    expect(style.length).toBeLessThan(60_000);
    const [, later] = /rel:"stylesheet",href:"(\/assets\/further-[^"]+)"/.exec(html) ?? [];
    expect((await read(later ?? '')).html).toContain('.guide-programme');
  });
});
