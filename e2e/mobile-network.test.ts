// On the carrier's own network: F3 F4 P1 E11 (he_msisdn, HE_token), interfaces 'Who is who'.
import { afterEach, describe, expect, it } from 'vitest';
import { useBrowser } from './harness/browser.ts';
import { flowPage, followMainLink } from './harness/flow.page.ts';
import { newHandset, putOnNetwork } from './harness/handset.ts';
import { historyOf } from './harness/ops.ts';
import { waitForPlayback } from './harness/playback.ts';

const { visit, product } = useBrowser();

afterEach(() => putOnNetwork(product(), null));

describe('the site on the mobile network', () => {
  it('knows the number, requires no OTP and subscribes with one Accept', async () => {
    const handset = newHandset(product());
    await putOnNetwork(product(), handset.msisdn);
    const phone = await visit({ at: product().mobile });
    const { page } = phone;
    const flow = flowPage(phone);
    await phone.goto('/enter-number?return=%2Fvideo%2Fisibane%3Fplay%3D1');
    // The network has proven the number: there is nothing to enter.
    await flow.choosePackage('Daily');
    await page.waitForURL('**/subscribe/confirm');
    await page.getByText('R5.00/day').first().waitFor();
    expect(await flow.otp.count()).toBe(0);
    await flow.pressAccept();
    await flow.completed();
    const { state, consents } = await historyOf(product(), handset.msisdn);
    expect(state).toBe('trial');
    expect(consents).toMatchObject([{ proof: 'header_enrichment', verdict: { decision: 'pass' } }]);
    expect((await handset.messages()).filter(({ text }) => text.includes('OTP'))).toEqual([]);
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(kept).not.toContain(handset.msisdn.slice(2));
    await followMainLink(page);
    await waitForPlayback(page);
  });

  it('accepts another number, which is proven by OTP', async () => {
    const own = newHandset(product());
    const other = newHandset(product());
    await putOnNetwork(product(), own.msisdn);
    const phone = await visit({ at: product().mobile });
    const flow = flowPage(phone);
    await phone.goto('/enter-number');
    await flow.packagesScreen.waitFor();
    await phone.page.getByRole('link', { name: 'Change number' }).tap();
    await flow.numberScreen.waitFor();
    await flow.toOtp(other);
    await flow.typeOtp(await other.otp());
    await flow.pressAccept();
    await flow.completed();
    expect((await historyOf(product(), other.msisdn)).consents).toMatchObject([{ proof: 'otp' }]);
  });

  it('is the plain site without a known handset', async () => {
    const phone = await visit({ at: product().mobile });
    const flow = flowPage(phone);
    await flow.open();
    await flow.toOtp(newHandset(product()));
    expect(await flow.otp.count()).toBe(1);
  });
});

describe('a browser with forged enrichment headers', () => {
  it.each([
    ['on the plain site', 'site'],
    ['on the mobile network', 'mobile'],
  ] as const)('proves nothing %s, in any spelling', async (_name, at) => {
    const victim = newHandset(product());
    const phone = await visit({
      at: product()[at],
      extraHTTPHeaders: {
        'X-MSISDN': victim.msisdn,
        msisdn: victim.msisdn,
        x_msisdn: victim.msisdn,
        'x-up-calling-line-id': victim.msisdn,
        'X-Nokia-MSISDN': victim.msisdn,
        'x-enrichment-secret': 'guess',
      },
    });
    const flow = flowPage(phone);
    const [enriched] = await Promise.all([
      phone.page.waitForResponse((response) => response.url().endsWith('/api/auth/enrich')),
      flow.open(),
    ]);
    expect(enriched.status()).toBe(204);
    expect(await flow.number.inputValue()).toBe('');
    await flow.toOtp(victim);
    expect(await flow.otp.count()).toBe(1);
  });
});
