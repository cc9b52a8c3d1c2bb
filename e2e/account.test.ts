// S7: the account as days pass: renewed, denied, recharged, paid; an upgrade at once; back from
// parked with a cheaper package.
import { afterEach, describe, expect, it } from 'vitest';
import { useBrowser } from './harness/browser.ts';
import { hydrated } from './harness/chromium.ts';
import { becomeSubscriber } from './harness/flow.page.ts';
import { clearFaults, type Handset, newHandset, setFault } from './harness/handset.ts';
import { advanceClock, DAY, HOUR, historyOf, ledger } from './harness/ops.ts';
import { axeViolations } from './harness/screen-faults.ts';
import { waitUntil } from './harness/wait-until.ts';

const { visit, product } = useBrowser();

afterEach(() => clearFaults(product()));

/**
 * The browser of a subscriber to this package, on the account page, an hour into the first paid
 * period.
 */
async function payer(
  packageName: 'Daily' | 'Weekly' | 'Monthly',
  options?: Parameters<typeof visit>[0],
) {
  const phone = await visit(options);
  const handset = newHandset(product());
  await becomeSubscriber(phone, handset, packageName);
  await advanceClock(product(), DAY + HOUR);
  await phone.goto('/profile/account');
  const main = phone.page.getByRole('main');
  await main.getByText('Paid. It goes on by itself until you stop.').waitFor();
  return { ...phone, handset, main };
}

const stateOf = async ({ msisdn }: Handset) => (await historyOf(product(), msisdn)).state;

describe('the account', () => {
  it('shows its buttons only where they stay, however late an answer comes', async () => {
    const phone = await visit();
    const { page } = phone;
    await becomeSubscriber(phone, newHandset(product()), 'Weekly');
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/account', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.addInitScript(() => {
      // Every place at which the button is painted.
      const places = new Set<number>();
      Object.assign(window, { places });
      const look = () => {
        const button = [...document.querySelectorAll('button')].find(
          ({ textContent }) => textContent === 'Cancel subscription',
        );
        if (button) places.add(Math.round(button.getBoundingClientRect().top + scrollY));
        requestAnimationFrame(look);
      };
      look();
    });
    await phone.goto('/profile/account');
    await page.getByLabel('One moment').or(page.getByRole('status')).first().waitFor();
    answer.resolve();
    await page.getByRole('heading', { name: 'What you agreed to' }).waitFor();
    const cancel = page.getByRole('button', { name: 'Cancel subscription' });
    await cancel.waitFor();
    expect(
      await page.evaluate(() => (window as unknown as { places: Set<number> }).places.size),
    ).toBe(1);
  });

  it('shows a renewal, then a denied payment and the end of service, and continues once there is airtime', async () => {
    const { page, goto, handset, main } = await payer('Daily');
    const payments = main.getByRole('table').getByRole('row');
    expect(await payments.nth(1).innerText()).toMatch(/Daily\s+R5\.00\s+VAT R0\.65\s+Paid/);
    expect(await main.innerText()).toMatch(/Next payment\s+R5\.00 on/);
    await main.getByText(/^Welcome to Bonisa Daily/).waitFor();
    expect(await main.getByRole('listitem').filter({ hasText: 'OTP' }).count()).toBe(0);

    await handset.set({ airtime: '1.00' });
    await advanceClock(product(), DAY);
    expect(await stateOf(handset)).toBe('grace');
    await goto('/');
    await page
      .getByText(
        'R5.00 could not be taken. Please recharge: it is then taken and you keep watching.',
      )
      .waitFor();
    await page.getByRole('link', { name: 'My Account' }).click();
    await main.getByText('We could not take R5.00.', { exact: true }).waitFor();
    const { paid_until } = await historyOf(product(), handset.msisdn);
    // Grace lasts six hours; of a denial in quiet hours until an hour after its notice.
    const served = new Date(new Date(paid_until ?? 0).getTime() + 6 * HOUR * 1000);
    const clockOf = new Intl.DateTimeFormat('en-ZA', {
      timeZone: 'Africa/Johannesburg',
      hour: '2-digit',
      minute: '2-digit',
      hour12: false,
    });
    const grace = clockOf.format(served);
    const clock = grace >= '02:00' && grace < '09:30' ? '09:30' : grace;
    expect(await main.innerText()).toMatch(
      new RegExp(
        `You can watch until .*${clock}\\. Recharge: R\\d+\\.00 is then taken and it goes on at once\\. We try again on`,
      ),
    );
    expect(await payments.nth(1).innerText()).toMatch(/Not taken\s+Insufficient airtime/);
    expect(await axeViolations(page, 'grace')).toEqual([]);

    await handset.set({ airtime: '20.00' });
    await waitUntil('it is paid', async () => (await stateOf(handset)) === 'active');
    await page.reload();
    await main.getByText('Paid. It goes on by itself until you stop.').waitFor();
    expect(await payments.nth(1).innerText()).toMatch(/R5\.00\s+VAT R0\.65\s+Paid/);
    expect(await handset.airtime()).toBe('15.00');
  });

  it('begins a dearer package at once with its own consent: denied without airtime, then charged once, also on a double press', async () => {
    const { page, handset, main } = await payer('Daily');
    await handset.set({ airtime: '10.00' });
    await main.getByRole('button', { name: 'Change package' }).tap();
    await main.getByRole('radio', { name: /Monthly/ }).check();
    // A charge now is never preselected.
    expect(await main.getByRole('radio', { name: 'When my paid time ends' }).isChecked()).toBe(
      true,
    );
    await main.getByText('Nothing is taken now.').waitFor();
    await main.getByRole('radio', { name: 'Now', exact: true }).check();
    await main
      .getByText(
        /R25\.00 is taken now from your airtime, then R25\.00\/month until you stop\. Any free or paid time you have left is added\./,
      )
      .waitFor();
    expect(await axeViolations(page, 'at once')).toEqual([]);
    await main.getByRole('button', { name: 'Accept' }).tap();
    await page
      .getByRole('alert')
      .filter({ hasText: 'Insufficient airtime. Nothing was taken, and you keep Daily as it was.' })
      .waitFor();
    expect(await handset.airtime()).toBe('10.00');

    await handset.set({ airtime: '40.00' });
    await main.getByRole('button', { name: 'Accept' }).dblclick();
    await main.getByText(/^You have Monthly now\. R25\.00 was taken; paid until/).waitFor();
    expect(await handset.airtime()).toBe('15.00');
    const { charges, consents } = await historyOf(product(), handset.msisdn);
    expect(charges.map(({ amount, outcome }) => [amount, outcome])).toEqual([
      ['5.00', 'succeeded'],
      ['25.00', 'denied'],
      ['25.00', 'succeeded'],
    ]);
    expect(consents.at(-1)).toMatchObject({ price: '25.00', proof: 'session' });
    expect(await main.innerText()).toMatch(/Next payment\s+R25\.00 on/);
    expect((await ledger(product())).balanced).toBe(true);
  });

  it('follows a payment whose answer was lost until its outcome is known, and offers nothing else meanwhile', async () => {
    const { handset, main } = await payer('Daily');
    await setFault(product(), 'charge', 'timeout-after');
    await main.getByRole('button', { name: 'Change package' }).tap();
    await main.getByRole('radio', { name: /Weekly/ }).check();
    await main.getByRole('radio', { name: 'Now', exact: true }).check();
    await main.getByRole('button', { name: 'Accept' }).tap();
    await main
      .getByText(/^Payment is being confirmed\. You have Daily/)
      .or(main.getByText('You have Weekly now.'))
      .first()
      .waitFor();
    await advanceClock(product(), 120);
    // The page polls on its own.
    await main.getByText(/^You have Weekly now\. R10\.00 was taken/).waitFor();
    expect((await handset.charges()).map(({ amount }) => amount)).toEqual(['5.00', '10.00']);
  });

  it('tells a parked subscriber what helps, links to the account, and starts a cheaper package at once', async () => {
    const { page, goto, handset, main } = await payer('Weekly', { device: 'desk' });
    await handset.set({ airtime: '6.00' });
    await advanceClock(product(), 9 * DAY);
    expect(await stateOf(handset)).toBe('parked');
    await goto('/');
    const banner = page.getByText(
      'so watching is paused. Recharge: it is then taken and you go on.',
    );
    await banner.waitFor();
    // It moves the page down and covers nothing, and stays closed.
    const { y = 0, height = 0 } = (await page.locator('.payment-banner').boundingBox()) ?? {};
    const bar = await page.getByRole('banner').boundingBox();
    expect(bar?.y).toBe(y + height);
    expect(height).toBeLessThanOrEqual(64);
    await main.getByRole('link', { name: /^Watch Isibane, recharge first/ }).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await banner.waitFor({ state: 'detached' });
    await goto('/channels');
    expect(await banner.count()).toBe(0);
    await page.goto('/video/isibane?play=1');
    await hydrated(page);
    await page.getByText('Watching is paused: your last payment could not be taken.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/video/isibane');
    await page
      .getByRole('button', { name: /^Watch/ })
      .first()
      .click();
    await page.getByText('Watching is paused: your last payment could not be taken.').waitFor();
    expect(await axeViolations(page, 'paused')).toEqual([]);
    await page.getByRole('link', { name: 'See my account' }).click();
    await main.getByText('We could not take R10.00, so watching is paused.').waitFor();
    await main.getByText(/[Oo]r change to a cheaper package/).waitFor();
    await main.getByRole('button', { name: 'Change package' }).click();
    await main.getByRole('radio', { name: /Daily/ }).check();
    await main.getByText('taken now', { exact: true }).waitFor();
    await main.getByText(/R5\.00 is taken now from your airtime/).waitFor();
    await main.getByRole('button', { name: 'Accept' }).click();
    await main.getByText('You have Daily now. R5.00 was taken.').waitFor();
    expect(await handset.airtime()).toBe('1.00');
    await goto('/video/isibane');
    await page
      .getByRole('button', { name: /^Watch/ })
      .first()
      .click();
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2);
  });
});
