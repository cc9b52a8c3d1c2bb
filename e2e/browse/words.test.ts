// What pages say to a visitor: R1 R8, and search by the words of other languages.
import { expect, it } from 'vitest';
import { useBrowser } from '../harness/browser.ts';

const { visit, product } = useBrowser();

it('tells a visitor on Home what the service is and costs', async () => {
  const { page, goto } = await visit();
  await goto('/');
  await page.getByText('First day free, then from R5 a day on airtime.').waitFor();
  // Search engines show it as well: it must be the price of today, never a constant.
  expect(await page.locator('meta[name=description]').getAttribute('content')).toMatch(
    /comedy and music\. First day free, then from R5 a day on airtime\.$/,
  );
  await page.getByRole('link', { name: 'Start free' }).tap();
  await page.waitForURL('**/enter-number');
  await page.getByRole('heading', { level: 1, name: 'Enter your mobile number' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/enter-number');
});

it.each(['/terms-and-conditions', '/privacy-policy'])(
  'shows on %s no notice that is meant for the operator',
  async (path) => {
    const answer = await fetch(product().site + path);
    expect(answer.status).toBe(200);
    expect(await answer.text()).not.toMatch(/template that comes with|own lawyer/);
  },
);

it('keeps the address of customer care on one line', async () => {
  const { page, goto } = await visit();
  await goto('/profile/help');
  const address = page.getByRole('link', { name: /@/ });
  const box = await address.boundingBox();
  expect(box?.height).toBeLessThan(60);
  expect(
    await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
  ).toBe(0);
});

it('leads from the foot of a wide page to help, terms and privacy', async () => {
  const { page, goto } = await visit({ device: 'desk' });
  await goto('/my-list');
  const foot = page.getByRole('contentinfo');
  expect(await foot.getByRole('link').allInnerTexts()).toEqual(['Help', 'Terms', 'Privacy']);
  await foot.getByRole('link', { name: 'Privacy' }).click();
  await page.waitForURL('**/privacy-policy');
});

it.each(['soccer', 'voetbal'])('finds for %s what it finds for football', async (word) => {
  const titlesOf = async (text: string): Promise<unknown[]> => {
    const answer = await fetch(`${product().site}/api/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    });
    const { results } = (await answer.json()) as { results: { title: string }[] };
    return results.map(({ title }) => title).toSorted();
  };
  const football = await titlesOf('football');
  expect(football.length).toBeGreaterThan(0);
  expect(await titlesOf(word)).toEqual(football);
});
