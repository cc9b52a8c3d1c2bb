// Before hydration, with a number: L1, S1, P1. A visitor's presses: browse/before-script.test.ts.
import { describe, expect, it } from 'vitest';
import { useBrowser } from './harness/browser.ts';
import { hydrated } from './harness/chromium.ts';
import { flowPage } from './harness/flow.page.ts';
import { newHandset } from './harness/handset.ts';
import { holdScripts } from './harness/held-scripts.ts';
import { waitForPlayback, watchButton } from './harness/playback.ts';

const { visit, product } = useBrowser();

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
    await hydrated(page);
    await page.keyboard.insertText(handset.typed);
    expect(await second.number.inputValue()).toBe(handset.typed);
    await second.submit.click();
    await second.packagesScreen.waitFor();
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
});
