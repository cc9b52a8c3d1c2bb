// From a home page to a playing video: R1 R5 R6 R7 L1 L2 S1 S2 S3
// F1 F2 F3 F4 V1 P1 P4 A9 A13 A14 A16 B1 B4 B5 B6 E1 E2 E3 E5 E11.
import { describe, expect, it } from 'vitest';
import { useBrowser } from './harness/browser.ts';
import { flowPage, followMainLink, PACKAGE_LABELS } from './harness/flow.page.ts';
import { newHandset } from './harness/handset.ts';
import { historyOf, ledger } from './harness/ops.ts';
import { waitForPlayback } from './harness/playback.ts';

const { visit, product } = useBrowser();

describe('a visitor subscribes with airtime and watches a video', () => {
  it('leads from the home page to a playing video, with evidence of the consent', async () => {
    const phone = await visit();
    const { page } = phone;
    const handset = newHandset(product());
    const flow = flowPage(phone);

    // R1, L1: a home page with titles.
    await phone.goto('/');
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en-ZA');
    const tile = page
      .getByRole('main')
      .getByRole('link', { name: /Isibane/ })
      .filter({ visible: true })
      .last();
    await tile.tap();
    await page.waitForURL('**/video/isibane*');
    await page.getByRole('heading', { level: 1, name: 'Isibane' }).waitFor();

    // The button that costs data shows the megabytes; a visitor is led into the flow.
    const watch = page
      .getByRole('main')
      .getByRole('button', { name: /^(Watch|Play)/ })
      .first();
    expect(await watch.textContent()).toMatch(/\d\sMB/);
    await watch.tap();
    await page.waitForURL('**/enter-number*');

    // S1, V1.
    await flow.numberScreen.waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    await flow.enterNumber(`  ${handset.typed} `);

    // S2, B1: nothing is preselected, and the free day is shown where it applies.
    await flow.packagesScreen.waitFor();
    for (const label of Object.values(PACKAGE_LABELS))
      expect(await page.getByRole('radio', { name: label }).isChecked()).toBe(false);
    await page.getByText(/first day is FREE/i).waitFor();
    await flow.choosePackage('Weekly');

    // S3: price and period beside Accept.
    await flow.otpScreen.waitFor();
    await page.getByText('R10.00/week', { exact: false }).first().waitFor();
    await page.getByText('first day FREE').first().waitFor();
    const shown = (await page.getByRole('main').innerText()).replace(/\s+/g, ' ');
    await flow.typeOtp(await handset.otp());
    await flow.pressAccept();
    await flow.completed();

    // B4, F4: the page view is reported and still there, without the number.
    const told = await page.evaluate(() =>
      JSON.stringify((window as Window & { dataLayer?: unknown }).dataLayer),
    );
    expect(JSON.parse(told)).toContainEqual(
      expect.objectContaining({ event: 'page_view', package_id: 'p-grtv-weekly-c-01' }),
    );
    expect(told).not.toContain(handset.msisdn.slice(2));

    // R7: back to the starting page, and the video plays: time, pictures and sound.
    await followMainLink(page);
    expect(new URL(page.url()).pathname).toBe('/video/isibane');
    const { frames } = await waitForPlayback(page);
    expect(frames).toBeGreaterThan(10);

    // E11: stored values are not readable at a glance.
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(kept).not.toContain(handset.msisdn.slice(2));
    expect(Object.keys(JSON.parse(kept))).toEqual(
      expect.arrayContaining([
        'profile',
        'subscription',
        'package_id',
        'active_package',
        'U_token',
      ]),
    );
    expect(await page.evaluate(() => document.cookie)).not.toContain('bonisa_session');

    // The operator's view: a trial, the consent in the words of the screen, no charge.
    const history = await historyOf(product(), handset.msisdn);
    expect(history).toMatchObject({
      state: 'trial',
      package_id: 'p-grtv-weekly-c-01',
      charges: [],
    });
    expect(history.consents).toHaveLength(1);
    const [consent] = history.consents;
    expect(consent).toMatchObject({
      price: '10.00',
      trial: true,
      proof: 'otp',
      verdict: { decision: 'pass', mode: 'enforce' },
    });
    expect(consent?.user_agent).toContain('Android');
    for (const words of consent?.words ?? []) expect(shown).toContain(words.replace(/\s+/g, ' '));
    expect(await handset.charges()).toEqual([]);
    expect(await handset.airtime()).toBe('50.00');
    expect((await ledger(product())).balanced).toBe(true);
    expect(await handset.messageLike(/^Welcome to /)).toMatch(/R10\.00\/week.*STOP/);
  });
});
