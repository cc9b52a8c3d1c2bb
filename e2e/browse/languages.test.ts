// The site in another language than English: home, a title, search and the guide.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useBrowser, type Visit } from '../harness/browser.ts';
import {
  englishAmong,
  englishSaidOtherwise,
  saidAlike,
  textsIn,
  textsOn,
  unnamedProse,
} from '../harness/spoken-words.ts';

const { visit } = useBrowser();
const BRAND = 'Bonisa';
/** Longer than a page is cached. */
const WITHIN_MS = 60_000;
const said = englishSaidOtherwise('zu');

/** Chooses isiZulu at the foot of home, as a viewer does. */
async function chooseZulu({ page, goto }: Visit): Promise<void> {
  await goto('/');
  await page.getByRole('button', { name: 'isiZulu' }).first().click();
  await page.locator('html[lang=zu-ZA]').waitFor();
  await page.waitForFunction(() => !('bonisaEarlyPress' in window));
}

/** A visit whose viewer chose isiZulu earlier. */
async function zuluVisit(): Promise<Visit> {
  const zulu = await visit();
  const cookie = { name: 'bonisa_language', value: 'zu', url: zulu.product.site };
  await zulu.context.addCookies([cookie]);
  return zulu;
}

/** The texts of the catalogue that a page was made of: what its loaders returned. */
async function dataOf(page: Page, path: string): Promise<ReadonlySet<string>> {
  const { pathname, search } = new URL(path, page.url());
  const address = `${pathname === '/' ? '/_root' : pathname}.data${search}`;
  const answer = await page.request.get(address);
  if (answer.status() === 404) return new Set([BRAND]);
  expect([address, answer.status()]).toEqual([address, 200]);
  const [first = ''] = (await answer.text()).split('\n');
  return new Set([...textsIn(JSON.parse(first)), BRAND]);
}

/** What a page says in English of ours, and what it says as the English page does. */
async function englishOn(page: Page, path: string, english: Visit): Promise<readonly string[]> {
  const [texts, data] = [await textsOn(page), await dataOf(page, path)];
  await english.goto(path);
  const others = await textsOn(english.page);
  // The list of English words finds them where they are.
  expect(englishAmong(others, said).length).toBeGreaterThan(15);
  return [...englishAmong(texts, said, data), ...saidAlike(texts, others, data)];
}

/**
 * Expects that nothing on a page is English of ours, nor the same as on the English page. The demo
 * grows and other tests move the clock, so a page and its data may be of two moments: then they are
 * read again.
 */
async function expectZulu(page: Page, english: Visit): Promise<void> {
  const { pathname, search } = new URL(page.url());
  const path = pathname + search;
  let found = await englishOn(page, path, english);
  for (const until = Date.now() + WITHIN_MS; found.length > 0 && Date.now() < until; ) {
    await page.reload();
    found = await englishOn(page, path, english);
  }
  expect([path, ...found]).toEqual([path]);
}

/** Texts of the catalogue that say their language. */
const NAMED = '[lang=en]:is(h1, h2, p, .tile-name, .search-name)';

/** Expects that the catalogue's texts name their language, and need not on the English page. */
async function expectNamedProse(page: Page, english: Visit): Promise<void> {
  const { pathname, search } = new URL(page.url());
  const path = pathname + search;
  await english.goto(path);
  const [data, others] = [await dataOf(page, path), await dataOf(english.page, path)];
  // What the catalogue has is the same in both.
  const prose = new Set([...data].filter((text) => text !== BRAND && others.has(text)));
  expect([path, ...(await unnamedProse(page, prose, 'zu'))]).toEqual([path]);
  expect(await english.page.locator(`html[data-prose], ${NAMED}`).count()).toBe(0);
}

it('browses from home to a title, to search and to the guide in isiZulu', async () => {
  const [zulu, english] = [await visit({ device: 'desk' }), await visit({ device: 'desk' })];
  const { page } = zulu;
  await chooseZulu(zulu);
  await expectZulu(page, english);

  await page.getByRole('main').locator('.shelf a[href^="/show/"]').first().click();
  await page.getByRole('heading', { name: /^Mayelana ne-/ }).waitFor();
  await expectZulu(page, english);

  const show = page.url();
  await page.getByRole('button', { name: 'Sesha' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sesha' });
  await dialog.getByRole('combobox').pressSequentially('isiba');
  await dialog.getByText(/umphumela o-1 nge-“isiba”|imiphumela engu-\d+ nge-“isiba”/).waitFor();
  await dialog.getByRole('combobox').fill('qqqqqq');
  await dialog.getByText('Akutholakalanga lutho nge-“qqqqqq”').waitFor();
  await dialog.getByRole('button', { name: 'Vala ukusesha' }).click();
  // Closing goes back to the page, which must not meet the next navigation.
  await page.waitForURL(show);
  await dialog.waitFor({ state: 'hidden' });

  await zulu.goto('/');
  await page
    .getByRole('link', { name: /^Umhlahlandlela/ })
    .first()
    .click();
  await page.waitForURL('**/live');
  await page.getByRole('heading', { level: 1, name: 'Bukhoma' }).waitFor();
  await expectZulu(page, english);
  // In the evening: at night no programme may begin within the hours that are shown.
  const tomorrow = await page.getByRole('link', { name: 'Kusasa' }).getAttribute('href');
  await zulu.goto(String(tomorrow).replace(/t\d\d$/, 't18'));
  const bell = page.getByRole('button', { name: /^Ngikhumbuze nge-/ }).first();
  await bell.click();
  await page
    .getByRole('status')
    .getByText(/^Sizokukhumbuza lapha uma i-/)
    .waitFor();
});

// R10
it.each(['/', '/video/isibane', '/channels', '/live'])(
  'names the language of the catalogue’s texts on %s in isiZulu, and of none in English',
  async (path) => {
    const [zulu, english] = [await zuluVisit(), await visit()];
    await zulu.goto(path);
    await expectNamedProse(zulu.page, english);
    expect(await zulu.page.locator(NAMED).count()).toBeGreaterThan(0);
  },
);

it.each([
  '/video/isibane',
  '/channels',
  '/search?q=isiba',
  '/search?q=qqqqqq',
  '/my-list',
  '/no-such-page',
])('says nothing in English on %s in isiZulu', async (path) => {
  const [zulu, english] = [await zuluVisit(), await visit()];
  for (const { tolerate } of [zulu, english]) tolerate(/404.*no-such-page/);
  await zulu.goto(path);
  await expectZulu(zulu.page, english);
});

it.each([
  ['/channels', /\/channel\/[^/]+$/],
  ['/channels', /\/channel\/[^/]+\/[^/]+$/],
  ['/channels', /\/genre\//],
  ['/live', /\/live\/[^/]+\/[^/]+$/],
  ['/', /\/show\/[^/]+$/],
])('says nothing in English on a page that %s leads to by %s', async (from, address) => {
  const [zulu, english] = [await zuluVisit(), await visit()];
  await zulu.goto(from);
  const links = await zulu.page.getByRole('main').getByRole('link').all();
  const addresses = await Promise.all(links.map((link) => link.getAttribute('href')));
  const found = addresses.find((href) => href !== null && address.test(href));
  expect(found).toBeDefined();
  await zulu.goto(found ?? '');
  await expectZulu(zulu.page, english);
  // R10
  await expectNamedProse(zulu.page, english);
});
