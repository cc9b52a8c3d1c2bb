// The number screen without its script until the viewer touches it: L1, S1, F3, P1.
import type { Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { useBrowser } from './harness/browser.ts';
import { hydrated } from './harness/chromium.ts';
import { flowPage } from './harness/flow.page.ts';
import { newHandset, putOnNetwork } from './harness/handset.ts';
import { holdScripts } from './harness/held-scripts.ts';

const { visit, product } = useBrowser();

afterEach(() => putOnNetwork(product(), null));

/** Records the scripts that a page requests, and its questions to the mobile network. */
function recorded(page: Page) {
  const seen = { scripts: 0, questions: 0 };
  page.on('request', (request) => {
    if (request.resourceType() === 'script') seen.scripts += 1;
    if (request.url().endsWith('/api/auth/enrich')) seen.questions += 1;
  });
  return seen;
}

it('loads nothing but itself and asks the network once, then all at the first touch', async () => {
  const phone = await visit();
  const { page } = phone;
  const seen = recorded(page);
  const flow = flowPage(phone);
  await flow.open('/video/isibane');
  await page.waitForLoadState('networkidle');
  expect(seen).toEqual({ scripts: 0, questions: 1 });
  await flow.number.tap();
  await hydrated(page);
  expect(seen.scripts).toBeGreaterThan(0);
  await page.keyboard.type(newHandset(product()).typed);
  await flow.submit.tap();
  await flow.packagesScreen.waitFor();
  expect(seen.questions).toBe(1);
});

it('keeps each digit that is typed while the script arrives', async () => {
  const phone = await visit();
  const { page } = phone;
  const flow = flowPage(phone);
  const { typed } = newHandset(product());
  await flow.open();
  const letGo = await holdScripts(phone);
  await flow.number.tap();
  await page.keyboard.type(typed.slice(0, 5));
  letGo();
  for (const digit of typed.slice(5)) await page.keyboard.press(digit);
  await hydrated(page);
  expect(await flow.number.inputValue()).toBe(typed);
  await flow.submit.tap();
  await flow.packagesScreen.waitFor();
});

it('remembers a Submit that is the first touch', async () => {
  const phone = await visit();
  const flow = flowPage(phone);
  await flow.open();
  await flow.submit.tap();
  await flow.alert(/valid/).waitFor();
  await phone.page.reload();
  await hydrated(phone.page);
});

it('goes on by itself where the network knows the number', async () => {
  const handset = newHandset(product());
  await putOnNetwork(product(), handset.msisdn);
  const phone = await visit({ at: product().mobile });
  const seen = recorded(phone.page);
  await phone.goto('/enter-number');
  await flowPage(phone).packagesScreen.waitFor();
  expect(seen.questions).toBe(1);
});

it('loads its script at once for a number of an earlier visit', async () => {
  const phone = await visit();
  const first = flowPage(phone);
  const handset = newHandset(product());
  await first.open();
  await first.enterNumber(handset.typed);
  await first.packagesScreen.waitFor();
  const page = await phone.tab();
  await page.goto('/enter-number');
  await hydrated(page);
  expect(await flowPage({ ...phone, page }).number.inputValue()).toBe(handset.typed);
});
