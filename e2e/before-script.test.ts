// Before React has loaded, and without any script at all: design 'Before React has loaded', issue
// section 7 (home without JavaScript), L1, S1, P1.
import { describe, expect, it } from 'vitest';
import { useBrowser, type Visit } from './harness/browser.ts';
import { flowPage } from './harness/flow.page.ts';
import { newHandset } from './harness/handset.ts';

const { visit, product } = useBrowser();

/** Holds back the page's own scripts until they are let go. */
async function holdScripts({ context }: Visit): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await context.route(/\.js(\?|$)/, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

describe('a press before the script has come', () => {
  it('of Submit is kept, puts no number into an address, and goes on by itself', async () => {
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

  it('of a number that is known here is not put beside what is being typed', async () => {
    const phone = await visit();
    const handset = newHandset(product());
    const first = flowPage(phone);
    await first.open();
    await first.toOtp(handset);
    const page = await phone.tab();
    const letGo = await holdScripts({ ...phone, page });
    await page.goto('/enter-number', { waitUntil: 'commit' });
    const second = flowPage({ page, goto: async () => {} });
    // Somebody has put the finger into the field when the script comes and knows the number from
    // before.
    await second.number.focus();
    letGo();
    await page.waitForRequest((request) => request.url().endsWith('/api/auth/enrich'));
    await page.keyboard.insertText(handset.typed);
    expect(await second.number.inputValue()).toBe(handset.typed);
    await second.submit.click();
    await second.packagesScreen.waitFor();
  });

  it('of Watch is kept and leads into the flow', async () => {
    const phone = await visit();
    const letGo = await holdScripts(phone);
    await phone.page.goto('/video/isibane', { waitUntil: 'commit' });
    await phone.page
      .getByRole('main')
      .getByRole('button', { name: /^Watch/ })
      .first()
      .tap();
    letGo();
    await phone.page.waitForURL('**/enter-number*');
  });

  it('of a place in the navigation just goes there', async () => {
    const phone = await visit();
    const letGo = await holdScripts(phone);
    await phone.page.goto('/', { waitUntil: 'commit' });
    await phone.page.getByRole('link', { name: 'Browse' }).tap();
    await phone.page.waitForURL('**/channels');
    await phone.page.getByRole('heading', { level: 1, name: 'Browse' }).waitFor();
    letGo();
  });

  it('of Search opens it once the script is there', async () => {
    const phone = await visit();
    const letGo = await holdScripts(phone);
    await phone.page.goto('/', { waitUntil: 'commit' });
    await phone.page.getByRole('button', { name: 'Search' }).tap();
    letGo();
    await phone.page.getByRole('dialog', { name: 'Search' }).waitFor();
  });
});

describe('without JavaScript', () => {
  it('home is complete: titles with pictures, channels, and links that go somewhere', async () => {
    const phone = await visit({ javaScriptEnabled: false });
    const { page } = phone;
    // Without scripts a browser fetches the pictures below the fold as well: they are not waited
    // for.
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
  ])('%s says what it has to say', async (path) => {
    const phone = await visit({ javaScriptEnabled: false });
    await phone.page.goto(path, { waitUntil: 'domcontentloaded' });
    await phone.page.getByRole('heading', { level: 1 }).waitFor();
    expect((await phone.page.getByRole('main').innerText()).length).toBeGreaterThan(80);
  });

  it('the number says that it needs a script, and a sent form puts no number into an address', async () => {
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
