// A subscriber's own page, and the state after the end: R4 P1 P2 A15 E11 F8.
import { describe, expect, it } from 'vitest';
import { useBrowser } from './harness/browser.ts';
import { becomeSubscriber, flowPage, followMainLink } from './harness/flow.page.ts';
import { newHandset } from './harness/handset.ts';
import { advanceClock, DAY, historyOf } from './harness/ops.ts';
import { waitForPlayback } from './harness/playback.ts';
import { waitUntil } from './harness/wait-until.ts';

const { visit, product } = useBrowser();

describe('a subscriber', () => {
  it('sees the package and its end, cancels, watches until then, and no longer', async () => {
    const phone = await visit();
    const { page } = phone;
    const handset = newHandset(product());
    await becomeSubscriber(phone, handset, 'Monthly');
    await followMainLink(page);
    await page.getByRole('link', { name: 'Profile' }).tap();
    await page
      .getByRole('dialog', { name: 'HELLO' })
      .getByRole('link', { name: 'My Account' })
      .tap();
    const account = page.getByRole('main');
    await account.getByText('R25.00/month', { exact: true }).waitFor();
    expect(await account.innerText()).toMatch(/R25\.00\/month/);
    expect(await account.innerText()).toMatch(/Free first day/i);
    expect(await account.innerText()).not.toContain(handset.msisdn.slice(4));

    await page.getByRole('button', { name: 'Cancel subscription' }).tap();
    const question = page.getByRole('dialog');
    await question.getByRole('button', { name: 'Keep it' }).tap();
    expect((await historyOf(product(), handset.msisdn)).state).toBe('trial');
    await page.getByRole('button', { name: 'Cancel subscription' }).tap();
    // Nothing moves under a finger until the account is the new one.
    const known = Promise.withResolvers<void>();
    await page.route(/\/api\/(viewer|account)$/, async (route) => {
      await known.promise;
      await route.continue();
    });
    const yes = question.getByRole('button', { name: 'Yes, cancel' });
    // Its middle: the button itself shrinks for a moment under the finger.
    const middle = async () => {
      const box = await yes.boundingBox();
      return box && [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
    };
    await yes.tap({ trial: true });
    const before = await middle();
    await yes.tap();
    await waitUntil(
      'the cancellation',
      async () => (await historyOf(product(), handset.msisdn)).state === 'cancelled',
    );
    expect(await middle()).toEqual(before);
    known.resolve();
    await page.getByText('Your subscription is cancelled').first().waitFor();
    await page.waitForFunction(() => document.activeElement?.textContent === 'My subscription');
    // One story: the free day ends when it ends, nothing was paid, and no price is to come.
    await account.getByText('Free until', { exact: true }).waitFor();
    const standing = await account.getByRole('region', { name: 'My subscription' }).innerText();
    expect(standing).toMatch(/Nothing was taken\./);
    expect(standing).not.toMatch(/R\d|paid|After that/i);
    expect((await historyOf(product(), handset.msisdn)).state).toBe('cancelled');
    await handset.messageLike(/unsubscribed/);

    const [playCall] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/api/play')),
      phone.goto('/video/isibane?play=1'),
    ]);
    await waitForPlayback(page);
    const { playlist } = (await playCall.json()) as { playlist: string };
    expect((await fetch(product().site + playlist)).status).toBe(200);

    // The open page still asks for its next segment, whose address is no longer valid.
    phone.tolerate(/403 \(Forbidden\).*\/media\/s\//);
    await advanceClock(product(), DAY + 60);
    expect((await fetch(product().site + playlist)).status).toBe(403);
    await phone.goto('/video/isibane?play=1');
    await page.getByText(/Your subscription has ended/).waitFor();
    expect(
      await page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime),
    ).toBe(0);
    expect(await handset.charges()).toEqual([]);
    expect((await historyOf(product(), handset.msisdn)).state).toBe('expired');
  });

  it('logs out, and is a visitor again', async () => {
    const phone = await visit();
    const { page } = phone;
    await becomeSubscriber(phone, newHandset(product()));
    await followMainLink(page);
    await page.getByRole('link', { name: 'Profile' }).tap();
    const session = (await phone.context.cookies()).find(({ name }) => name === 'bonisa_session');
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    await page.getByRole('button', { name: 'Log Out' }).tap();
    await page.waitForURL((url) => url.pathname === '/');
    await page.getByRole('link', { name: 'Profile' }).tap();
    await page.getByText('You are not signed in').waitFor();
    // The former cookie is no longer valid.
    const answer = await fetch(`${product().site}/api/play`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: `bonisa_session=${session?.value}` },
      body: JSON.stringify({ video: 'isibane' }),
    });
    expect(await answer.json()).toMatchObject({ entitled: false });
  });

  it('ends what plays at Log Out, and leaves no position on the device', async () => {
    const phone = await visit();
    const { page } = phone;
    const flow = flowPage(phone);
    await flow.open('/video/isibane?play=1');
    await flow.subscribe(newHandset(product()), 'Monthly');
    await followMainLink(page);
    await waitForPlayback(page);
    await page.locator('video').evaluate((video: HTMLVideoElement) => {
      video.currentTime = video.duration / 2;
    });
    await page.waitForFunction(() => localStorage.getItem('video_positions') !== null);
    await waitForPlayback(page);
    await page.getByRole('link', { name: 'Profile' }).tap();
    await page.getByRole('button', { name: 'Log Out' }).tap();
    await page.waitForURL((url) => url.pathname === '/');
    await page.locator('video').waitFor({ state: 'detached' });
    await page.waitForFunction(() => localStorage.getItem('video_positions') === null);
    expect(await page.evaluate(() => localStorage.getItem('U_token'))).not.toBeNull();
  });

  it.each(['Log Out', 'the next page'])(
    'whose session another device has ended is a visitor after %s, and leaves nothing but the number',
    async (how) => {
      const phone = await visit();
      const { page, context } = phone;
      phone.tolerate(/status of 401/);
      await becomeSubscriber(phone, newHandset(product()));
      await followMainLink(page);
      await page.getByRole('link', { name: 'Profile' }).tap();
      const logOut = page.getByRole('button', { name: 'Log Out' });
      await logOut.waitFor();
      const cookies = await context.cookies();
      expect(await page.evaluate(() => localStorage.getItem('active_package'))).not.toBeNull();
      const ended = await fetch(`${product().site}/api/auth/sign_out`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
        },
        body: JSON.stringify({ everywhere: true }),
      });
      expect(ended.status).toBe(200);
      if (how === 'Log Out') await logOut.tap();
      else await phone.goto('/');
      await page.waitForURL((url) => url.pathname === '/');
      await page.waitForFunction(
        () =>
          document.documentElement.dataset.viewer === 'visitor' &&
          localStorage.getItem('active_package') === null,
      );
      expect((await context.cookies()).map(({ name }) => name)).not.toContain('bonisa_hint');
      expect(await page.evaluate(() => localStorage.getItem('U_token'))).not.toBeNull();
    },
  );

  it('is signed out too by a STOP message', async () => {
    const phone = await visit();
    const handset = newHandset(product());
    await becomeSubscriber(phone, handset, 'Weekly');
    await handset.say('stop');
    await phone.goto('/profile/account');
    await phone.page
      .getByRole('main')
      .getByText(/cancelled/i)
      .first()
      .waitFor();
    expect(await phone.page.getByRole('button', { name: 'Cancel subscription' }).count()).toBe(0);
  });
});
