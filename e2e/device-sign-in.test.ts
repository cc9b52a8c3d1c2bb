// A television signs in by a code that its viewer confirms on a phone (RFC 8628), and really polls.
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { useBrowser, type Visit } from './harness/browser.ts';
import { becomeSubscriber, flowPage, followMainLink } from './harness/flow.page.ts';
import { newHandset } from './harness/handset.ts';
import { axeViolations, sidewaysScroll, truncatedText } from './harness/screen-faults.ts';

const { visit, product } = useBrowser();

const CLIENT = { client_id: 'television' };

/** A television: it has no browser, and knows only the calls of OAuth. */
function television(name = 'LG in the lounge') {
  const send = async (path: string, fields: Record<string, string>) => {
    const answer = await fetch(`${product().site}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ ...CLIENT, ...fields }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, string> };
  };
  return {
    ask: () =>
      send('/oauth/device_authorization', { device_kind: 'television', device_name: name }),
    /** Polls as the answer to its request says, until there is an end. */
    poll: async (device_code: string, intervalSeconds: number) => {
      const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
      for (;;) {
        const { status, body } = await send('/oauth/token', { grant_type, device_code });
        if (body.error !== 'authorization_pending') return { status, body };
        await pause(intervalSeconds * 1000);
      }
    },
    play: async (access_token: string) => {
      const answer = await fetch(`${product().site}/api/play`, {
        method: 'POST',
        headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ video: 'isibane' }),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
  };
}

const heading = ({ page }: Visit, name: string) => page.getByRole('heading', { level: 1, name });
const button = ({ page }: Visit, name: string) => page.getByRole('button', { name, exact: true });

describe('a television', () => {
  it('watches after its viewer has confirmed it on a phone, and no more once it is signed out', async () => {
    const phone = await visit();
    const tv = television();
    const { body: asked } = await tv.ask();
    const polled = tv.poll(String(asked.device_code), Number(asked.interval));

    // The viewer is nobody yet: the way leads through the sign-in, and back with the code.
    const link = new URL(String(asked.verification_uri_complete));
    await phone.goto(link.pathname + link.search);
    await heading(phone, 'Sign in a device').waitFor();
    await phone.page.getByRole('link', { name: 'Sign in with my number' }).tap();
    const flow = flowPage(phone);
    await flow.numberScreen.waitFor();
    await flow.subscribe(newHandset(product()), 'Daily');
    await followMainLink(phone.page);

    await heading(phone, 'Is this your device?').waitFor();
    const main = phone.page.getByRole('main');
    await main.getByText(String(asked.user_code), { exact: true }).waitFor();
    await main.getByText('“LG in the lounge”').waitFor();
    await main.getByText('the internet connection that you use now').waitFor();
    await main
      .getByText(/It cannot take airtime, change your package or see your number/)
      .waitFor();
    await button(phone, 'Yes, sign it in').tap();
    await phone.page.getByText('The device is signed in.').waitFor();

    const { status, body: tokens } = await polled;
    expect([status, tokens.token_type]).toEqual([200, 'Bearer']);
    expect((await tv.play(String(tokens.access_token))).body).toMatchObject({ entitled: true });

    await phone.page.getByRole('link', { name: 'See where you are signed in' }).tap();
    const list = phone.page.locator('#devices');
    await list.getByText('LG in the lounge (Television)').waitFor();
    await list.getByText('You are here').waitFor();
    await list.getByRole('button', { name: 'Sign out LG in the lounge (Television)' }).tap();
    await list.getByText('Signed out: LG in the lounge (Television).').waitFor();
    expect(await tv.play(String(tokens.access_token))).toMatchObject({
      status: 401,
      body: { code: 'invalid_token' },
    });
  });

  it('is told that its viewer has refused, and a wrong code is said to be wrong', async () => {
    const phone = await visit();
    await becomeSubscriber(phone, newHandset(product()));
    const tv = television();
    const { body: asked } = await tv.ask();
    await phone.goto('/device');
    const code = phone.page.getByLabel('Code', { exact: true });
    await code.fill('BBBB-BBBB');
    await button(phone, 'Go on').tap();
    await phone.page.getByRole('alert').filter({ hasText: 'No device waits' }).waitFor();
    // As people type it: small letters, and a space for the dash.
    await code.fill(String(asked.user_code).toLowerCase().replace('-', ' '));
    await code.press('Enter');
    await heading(phone, 'Is this your device?').waitFor();
    await button(phone, 'No, refuse').tap();
    await phone.page.getByText('Refused. The device is not signed in.').waitFor();
    const { body } = await tv.poll(String(asked.device_code), Number(asked.interval));
    expect(body).toMatchObject({ error: 'access_denied' });
  });
});

describe('the page for a code', () => {
  it('has no fault on a phone with letters of double size', async () => {
    const seen = await visit({ reducedMotion: 'reduce' });
    const { page } = seen;
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () =>
        document.documentElement.style.setProperty('font-size', '200%'),
      );
    });
    const faults: string[] = [];
    const look = async (screen: string) =>
      faults.push(
        ...(await axeViolations(page, screen)),
        ...(await sidewaysScroll(page, screen)),
        ...(await truncatedText(page, screen)),
      );
    await seen.goto('/device');
    await heading(seen, 'Sign in a device').waitFor();
    await look('visitor');
    await becomeSubscriber(seen, newHandset(product()));
    const { body: asked } = await television('Samsung 55-inch in the big bedroom').ask();
    await seen.goto('/device');
    await page.getByLabel('Code', { exact: true }).waitFor();
    await look('code');
    await seen.goto(`/device?code=${asked.user_code}`);
    await heading(seen, 'Is this your device?').waitFor();
    await look('question');
    // Codes are random: the widest one must fit as well.
    const shown = page.getByText(String(asked.user_code), { exact: true });
    await shown.evaluate((element) => {
      element.textContent = 'WWWW-WWWW';
    });
    await look('question with the widest code');
    await page.keyboard.press('Tab');
    await button(seen, 'Yes, sign it in').press('Enter');
    await page.getByText('The device is signed in.').waitFor();
    await look('done');
    expect(faults).toEqual([]);
  });
});
