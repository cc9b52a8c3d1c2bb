// Every kind of page in isiZulu says nothing in English, and names the language of the catalogue.
import { expect, it } from 'vitest';
import { useBrowser, type Visit } from '../harness/browser.ts';
import { expectNamedProse, expectZulu, NAMED } from '../harness/zulu-pages.ts';

const { visit } = useBrowser();

/** A visit whose viewer chose isiZulu earlier. */
async function zuluVisit(): Promise<Visit> {
  const zulu = await visit();
  const cookie = { name: 'bonisa_language', value: 'zu', url: zulu.product.site };
  await zulu.context.addCookies([cookie]);
  return zulu;
}

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
