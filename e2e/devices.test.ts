// A daily subscription plays on one device at once, and playback stops within a minute of the end
// of the right to watch.
import { HEARTBEAT_MS } from '@bonisa/domain/playback/playing-devices';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser, type Visit, type VisitOptions } from './harness/browser.ts';
import { flowPage, followMainLink } from './harness/flow.page.ts';
import { type Handset, newHandset } from './harness/handset.ts';
import { playbackProgress, waitForPlayback } from './harness/playback.ts';

const { visit, product } = useBrowser();

const TITLE = '/video/isibane?play=1';

/** Subscribes on the way to the title, which then plays. */
async function watchesDaily(phone: Visit, handset: Handset): Promise<void> {
  const flow = flowPage(phone);
  await flow.open(TITLE);
  await flow.subscribe(handset, 'Daily');
  await followMainLink(phone.page);
  await waitForPlayback(phone.page);
}

/** Signs the same number in on the way to the title. */
async function signsIn(other: Visit, handset: Handset): Promise<void> {
  const flow = flowPage(other);
  await flow.open(TITLE);
  await flow.enterNumber(handset.typed);
  await flow.otpScreen.waitFor();
  await flow.typeOtp(await handset.otp());
  await flow.pressAccept();
  await flow.completed();
  await followMainLink(other.page);
}

/** A phone or a desk whose page's clock can be moved; its video plays in real time. */
async function visitWithClock(options: VisitOptions = {}): Promise<Visit> {
  const made = await visit(options);
  await made.page.clock.install();
  return made;
}

/** Moves a page's clock past the next heartbeat. */
const passHeartbeat = (page: Page) => page.clock.fastForward(HEARTBEAT_MS + 1000);

describe('a daily subscription', () => {
  it('is refused on a second device with the name of the first, moves over at a press, and moves back', async () => {
    const handset = newHandset(product());
    const [phone, desk] = [await visitWithClock(), await visitWithClock({ device: 'desk' })];
    await watchesDaily(phone, handset);

    await signsIn(desk, handset);
    const notice = desk.page.getByRole('status').filter({ hasText: 'Your subscription' });
    await notice.getByText(/is playing on a phone \(since \d\d:\d\d\)/).waitFor();
    expect((await playbackProgress(phone.page)).paused).toBe(false);
    await desk.page.getByRole('button', { name: 'Stop it and watch here' }).click();
    await waitForPlayback(desk.page);
    await passHeartbeat(phone.page);

    const stopped = phone.page.getByRole('alert').filter({ hasText: 'Now playing on a computer' });
    await stopped.waitFor();
    const { time, paused } = await playbackProgress(phone.page);
    expect(paused).toBe(true);

    await stopped.getByRole('button', { name: 'Stop it and watch here' }).tap();
    expect((await waitForPlayback(phone.page)).time).toBeGreaterThan(time);
    await passHeartbeat(desk.page);
    await desk.page.getByRole('alert').filter({ hasText: 'Now playing on a phone' }).waitFor();
    expect((await playbackProgress(desk.page)).paused).toBe(true);
  });

  it.each([
    ['link', 'Subscribe again'],
    ['button', /^(Watch|Resume)/],
  ] as const)(
    'stops within a minute of STOP ALL, says why, and a %s leads to subscribing',
    async (role, name) => {
      const handset = newHandset(product());
      const phone = await visitWithClock();
      await watchesDaily(phone, handset);
      await handset.say('STOP ALL');
      await passHeartbeat(phone.page);
      const stopped = phone.page
        .getByRole('alert')
        .filter({ hasText: 'Your subscription has ended' });
      await stopped.waitFor();
      expect((await playbackProgress(phone.page)).paused).toBe(true);
      await phone.page.getByRole(role, { name }).tap();
      await phone.page.waitForURL(`**/enter-number?return=${encodeURIComponent(TITLE)}`);
      await flowPage(phone).numberScreen.waitFor();
    },
  );
});
