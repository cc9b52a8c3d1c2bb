// Money: F4 F8 S3 B1 X3 X4 X5 X6, and interfaces 'Subscribing': no second trial, charged at Accept,
// never twice.
import { afterEach, describe, expect, it } from 'vitest';
import { useBrowser, type Visit } from './harness/browser.ts';
import { becomeSubscriber, flowPage } from './harness/flow.page.ts';
import { clearFaults, type Handset, newHandset, setFault } from './harness/handset.ts';
import { advanceClock, historyOf } from './harness/ops.ts';
import { waitUntil } from './harness/wait-until.ts';

const { visit, product } = useBrowser();

afterEach(() => clearFaults(product()));

/** A number whose free day is used: it subscribed once and stopped. */
async function withoutTrial(): Promise<Handset> {
  const handset = newHandset(product());
  const before = await visit();
  await becomeSubscriber(before, handset);
  await before.context.close();
  await handset.say('STOP');
  await waitUntil(
    'the subscription is cancelled',
    async () => (await historyOf(product(), handset.msisdn)).state === 'cancelled',
  );
  return handset;
}

/** On the confirm screen with the code typed, ready to press Accept. */
async function readyToAccept(
  handset: Handset,
): Promise<Visit & { flow: ReturnType<typeof flowPage> }> {
  const phone = await visit();
  const flow = flowPage(phone);
  await flow.open();
  await flow.toOtp(handset);
  await flow.typeOtp(await handset.otp());
  return { ...phone, flow };
}

describe('a number whose free day is used', () => {
  it('sees "taken now", is charged at Accept, and once', async () => {
    const handset = await withoutTrial();
    const { page, flow } = await readyToAccept(handset);
    await page.getByText('taken now').first().waitFor();
    expect(await page.getByText(/first day FREE/i).count()).toBe(0);
    await flow.pressAccept();
    await flow.completed();
    await page.getByText(/R5\.00 was taken/).waitFor();
    expect(await handset.airtime()).toBe('45.00');
    const { state, charges } = await historyOf(product(), handset.msisdn);
    expect(state).toBe('active');
    expect(charges).toMatchObject([{ amount: '5.00', outcome: 'succeeded' }]);
    expect(await handset.charges()).toMatchObject([
      { amount: '5.00', status: 'succeeded', reference: charges[0]?.reference },
    ]);
  });

  it('with insufficient airtime sees X5, tops up, and succeeds under a new reference', async () => {
    const handset = await withoutTrial();
    await handset.set({ airtime: '1.00' });
    const { flow } = await readyToAccept(handset);
    await flow.pressAccept();
    await flow.alert('You have insufficient airtime to subscribe.').waitFor();
    expect(await handset.airtime()).toBe('1.00');
    await handset.set({ airtime: '20.00' });
    // The first press may have used up the code; request a new one as a person would.
    await flow.pressAccept();
    const again = flow.alert(/otp|timed out/i);
    await Promise.race([flow.completed(), again.waitFor()]);
    expect(await again.count()).toBe(0);
    expect(await handset.airtime()).toBe('15.00');
    const { charges } = await historyOf(product(), handset.msisdn);
    expect(charges.map(({ outcome }) => outcome).sort()).toEqual(['denied', 'succeeded']);
    expect(new Set(charges.map(({ reference }) => reference)).size).toBe(2);
  });

  it("with a spending limit sees the server's description (X6)", async () => {
    const handset = await withoutTrial();
    await handset.set({ spend_limit: '1.00' });
    const { flow } = await readyToAccept(handset);
    await flow.pressAccept();
    await flow.alert('Spending limit reached').waitFor();
    expect(await handset.airtime()).toBe('50.00');
  });

  it('whose payment is answered late waits, gets the outcome by look-up, and is charged once', async () => {
    const handset = await withoutTrial();
    const { page, flow } = await readyToAccept(handset);
    // Taken, but the answer and the callback are both lost, so only a look-up can find the outcome.
    await setFault(product(), 'charge', 'timeout-after');
    await flow.pressAccept();
    const pending = page.getByRole('heading', { name: 'Payment is being confirmed' });
    const done = page.getByRole('heading', { name: 'You are subscribed' });
    await pending.or(done).waitFor();
    expect(await page.getByText(/timed out/i).count()).toBe(0);
    await advanceClock(product(), 120);
    await flow.completed();
    expect(await handset.airtime()).toBe('45.00');
    expect((await historyOf(product(), handset.msisdn)).charges).toMatchObject([
      { outcome: 'succeeded' },
    ]);
    expect(await handset.charges()).toHaveLength(1);
  });

  it('whose payment was lost on the way is informed in the end, and nothing was taken', async () => {
    const handset = await withoutTrial();
    const { page, flow } = await readyToAccept(handset);
    await setFault(product(), 'charge', 'timeout-before');
    await flow.pressAccept();
    await page.getByRole('heading', { name: 'Payment is being confirmed' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Payment is being confirmed' }).waitFor();
    await advanceClock(product(), 3600);
    await flow.alert(/nothing was taken/i).waitFor();
    expect(await handset.airtime()).toBe('50.00');
    expect(await handset.charges()).toEqual([]);
  });
});

describe('a double press of Accept', () => {
  it('by double click subscribes once and charges once', async () => {
    const handset = await withoutTrial();
    const { flow } = await readyToAccept(handset);
    await flow.accept.dblclick();
    await flow.completed();
    expect(await handset.charges()).toHaveLength(1);
    expect((await historyOf(product(), handset.msisdn)).charges).toHaveLength(1);
  });

  it('in two tabs subscribes once and charges once', async () => {
    const handset = await withoutTrial();
    const first = await readyToAccept(handset);
    const second = flowPage({ page: await first.tab(), goto: async () => {} });
    await second.page.goto('/enter-number');
    await second.toOtp(handset);
    await second.typeOtp(await handset.otp());
    // The newer code has invalidated the older one: the first tab may be refused or succeed; nobody
    // is charged twice.
    await Promise.all([first.flow.pressAccept(), second.pressAccept()]);
    await second.completed();
    await first.page
      .getByRole('heading', { name: /^You are/ })
      .or(first.flow.alert(/OTP/i))
      .waitFor();
    expect(await handset.charges()).toHaveLength(1);
    expect(await handset.airtime()).toBe('45.00');
    expect((await historyOf(product(), handset.msisdn)).consents).toHaveLength(2);
  });
});
