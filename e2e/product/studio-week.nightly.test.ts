// The week of a live channel by date: what is on once takes the place of the week.

import { createPerson, createSession } from '@bonisa/backoffice/staff/staff.test-kit';
import { mediaReady } from '@bonisa/content/catalogue.test-kit';
import { ROWS } from '@bonisa/content/editing/rows.test-kit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestProduct, type TestProduct } from '../../apps/server/src/app.test-kit.ts';
import { freePort } from '../../scripts/free-ports.ts';
import { launchChromium } from '../harness/chromium.ts';
import { axeViolations, sidewaysScroll } from '../harness/screen-faults.ts';

const LONG = 300_000;
/** The days of a week after the one in which the test's clock stands. */
const [MONDAY, TUESDAY] = ['2026-11-23', 'Tue 24 Nov'];

let product: TestProduct;
let browser: Browser;
let page: Page;
let studio: string;
const faults: string[] = [];
beforeAll(async () => {
  const port = await freePort();
  studio = `http://localhost:${port}`;
  product = await createTestProduct({ STUDIO_PORT: String(port), LIMITS: 'off' });
  await mediaReady(product.app.catalogue.service);
  const { problems } = await product.app.catalogue.editing.apply(ROWS);
  expect(problems).toEqual([]);
  await (await product.studio()).listen({ host: '127.0.0.1', port });
  browser = await launchChromium();
  const { cookie } = await createSession(product, await createPerson(product, ['publisher']));
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addCookies([
    { name: 'bonisa_studio', value: cookie, url: studio, httpOnly: true, sameSite: 'Strict' },
  ]);
  page = await context.newPage();
  page.on('pageerror', (error) => faults.push(String(error)));
}, LONG);
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const title = () => page.getByRole('textbox', { name: 'Title', exact: true });
const dated = async () =>
  await product.rows('select title, starts_at, minutes from live_dated order by starts_at');

async function open(week?: string): Promise<void> {
  await page.goto(`${studio}/live-week?channel=radio-lamp${week ? `&week=${week}` : ''}`);
  await page.getByRole('region', { name: 'Calendar of the week' }).waitFor();
}

it('replaces the programme of a day on its date, and copies that day', {
  timeout: LONG,
}, async () => {
  await open(MONDAY);
  const tuesday = page.getByRole('list', { name: TUESDAY });
  await tuesday.getByRole('button', { name: /^All day.*every week/ }).click();
  await title().fill('Match');
  await page.getByLabel('Begins').fill('18:00');
  await page.getByRole('spinbutton', { name: 'Minutes' }).fill('120');
  await button('Copy a day').click();
  const dialog = page.getByRole('dialog', { name: 'Copy a day' });
  faults.push(...(await axeViolations(page, 'the copy of a day')));
  await dialog.getByLabel('Copy', { exact: true }).selectOption(TUESDAY);
  await dialog.getByLabel('Date').fill('2026-12-03');
  await dialog.getByRole('button', { name: 'Copy the day' }).click();
  await page.getByRole('list', { name: 'Thu 03 Dec' }).getByText('Match').waitFor();
  await button('Save the week').click();
  await page.getByText('The week is saved.').waitFor();
  expect(await dated()).toMatchObject([
    { title: 'Match', starts_at: '2026-11-24 16:00:00+00', minutes: 120 },
    { title: 'All day', starts_at: '2026-12-02 22:00:00+00', minutes: 1080 },
    { title: 'Match', starts_at: '2026-12-03 16:00:00+00', minutes: 120 },
    { title: 'All day', starts_at: '2026-12-03 18:00:00+00', minutes: 240 },
  ]);
});

it('moves a dated programme by the keyboard alone', { timeout: LONG }, async () => {
  await open(MONDAY);
  const match = page.getByRole('list', { name: TUESDAY }).getByRole('button', { name: /^Match/ });
  await match.focus();
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowRight');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(
    'Wed 25 Nov, 18:15 to 20:15',
  );
  await button('Undo what is not saved').click();
});

it('brings an XMLTV file into the calendar, and says what it left out', {
  timeout: LONG,
}, async () => {
  await open(MONDAY);
  const programme = (start: string, stop: string, name: string) =>
    `<programme start="${start} +0200" stop="${stop} +0200" channel="radio-lamp">
      <title>${name}</title><rating system="FPB"><value>PG</value></rating></programme>`;
  const file = `<tv>${programme('20261126190000', '20261126200000', 'Gala')}
    ${programme('20261126193000', '20261126200000', 'Late')}</tv>`;
  await page.getByLabel('Choose an XMLTV file').setInputFiles({
    ...{ name: 'guide.xml', mimeType: 'application/xml', buffer: Buffer.from(file) },
  });
  await page.getByText("'Late' at 20261126193000 +0200: is left out").waitFor();
  await page.getByRole('list', { name: 'Thu 26 Nov' }).getByText('Gala').waitFor();
  await button('Save the week').click();
  await page.getByText('The week is saved.').waitFor();
  expect((await dated()).map((one) => one.title)).toContain('Gala');
});

it.each([360, 768, 1280])(
  'keeps the form of a programme in sight at %i px',
  {
    timeout: LONG,
  },
  async (width) => {
    await page.setViewportSize({ width, height: 900 });
    for (const week of [undefined, MONDAY]) {
      await open(week);
      const day = page.getByRole('button', { name: week ? TUESDAY : 'Tuesday', exact: true });
      if (width < 768) await day.click();
      const list = page.getByRole('list', { name: week ? TUESDAY : 'Tuesday' });
      const first = list.getByRole('button', { name: week ? /^Match/ : /^All day/ }).first();
      await first.click();
      await title().waitFor();
      const top = await title().evaluate((input) => input.getBoundingClientRect().bottom);
      expect(top).toBeLessThan(900);
      // What the bar at the top hides in part is no fault of the screen.
      await page.evaluate(() => scrollTo(0, 0));
      const name = `the week ${week ?? ''} at ${width} px`;
      faults.push(...(await sidewaysScroll(page, name)), ...(await axeViolations(page, name)));
      const calendar = page.getByRole('region', { name: 'Calendar of the week' });
      expect(await calendar.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    }
    expect(faults).toEqual([]);
  },
);
