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
} from '../harness/spoken-words.ts';

const { visit } = useBrowser();
const BRAND = 'Bonisa';
const said = englishSaidOtherwise('zu');

/** Chooses isiZulu at the foot of home, as a viewer does. */
async function chooseZulu({ page, goto }: Visit): Promise<void> {
  await goto('/');
  await page.getByRole('button', { name: 'isiZulu' }).first().click();
  await page.locator('html[lang=zu-ZA]').waitFor();
  await page.waitForFunction(() => !('bonisaEarlyPress' in window));
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

/** Expects that nothing on a page is English of ours, nor the same as on the English page. */
async function expectZulu(page: Page, english: Visit): Promise<void> {
  const { pathname, search } = new URL(page.url());
  const path = pathname + search;
  const read = async () => [await textsOn(page), await dataOf(page, path)] as const;
  let [texts, data] = await read();
  // Other tests move the product's clock: something else may be on when the data are read.
  for (let tries = 0; tries < 3 && englishAmong(texts, said, data).length > 0; tries++) {
    await page.reload();
    [texts, data] = await read();
  }
  expect([path, ...englishAmong(texts, said, data)]).toEqual([path]);
  await english.goto(path);
  const others = await textsOn(english.page);
  // The list of English words finds them where they are.
  expect(englishAmong(others, said).length).toBeGreaterThan(15);
  expect([path, ...saidAlike(texts, others, data)]).toEqual([path]);
}

it('browses from home to a title, to search and to the guide in isiZulu', async () => {
  const [zulu, english] = [await visit({ device: 'desk' }), await visit({ device: 'desk' })];
  const { page } = zulu;
  await chooseZulu(zulu);
  await expectZulu(page, english);

  await page.getByRole('main').locator('.shelf a[href^="/show/"]').first().click();
  await page.getByRole('heading', { name: /^Mayelana ne-/ }).waitFor();
  await expectZulu(page, english);

  await page.getByRole('button', { name: 'Sesha' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sesha' });
  await dialog.getByRole('combobox').pressSequentially('isiba');
  await dialog.getByText(/umphumela o-1 nge-“isiba”|imiphumela engu-\d+ nge-“isiba”/).waitFor();
  await dialog.getByRole('combobox').fill('qqqqqq');
  await dialog.getByText('Akutholakalanga lutho nge-“qqqqqq”').waitFor();
  await dialog.getByRole('button', { name: 'Vala ukusesha' }).click();

  await zulu.goto('/');
  await page
    .getByRole('link', { name: /^Umhlahlandlela/ })
    .first()
    .click();
  await page.waitForURL('**/live');
  await page.getByRole('heading', { level: 1, name: 'Bukhoma' }).waitFor();
  await expectZulu(page, english);
  const bell = page.getByRole('button', { name: /^Ngikhumbuze nge-/ }).first();
  await bell.click();
  await page
    .getByRole('status')
    .getByText(/^Sizokukhumbuza lapha uma i-/)
    .waitFor();
});

it.each(['/channels', '/search?q=isiba', '/search?q=qqqqqq', '/my-list', '/no-such-page'])(
  'says nothing in English on %s in isiZulu',
  async (path) => {
    const [zulu, english] = [await visit(), await visit()];
    for (const { tolerate } of [zulu, english]) tolerate(/404.*no-such-page/);
    await chooseZulu(zulu);
    await zulu.goto(path);
    await expectZulu(zulu.page, english);
  },
);

it.each([
  ['/channels', /\/channel\/[^/]+$/],
  ['/channels', /\/channel\/[^/]+\/[^/]+$/],
  ['/channels', /\/genre\//],
  ['/live', /\/live\/[^/]+\/[^/]+$/],
])('says nothing in English on a page that %s leads to by %s', async (from, address) => {
  const [zulu, english] = [await visit(), await visit()];
  await chooseZulu(zulu);
  await zulu.goto(from);
  const links = await zulu.page.getByRole('main').getByRole('link').all();
  const addresses = await Promise.all(links.map((link) => link.getAttribute('href')));
  const found = addresses.find((href) => href !== null && address.test(href));
  expect(found).toBeDefined();
  await zulu.goto(found ?? '');
  await expectZulu(zulu.page, english);
});
