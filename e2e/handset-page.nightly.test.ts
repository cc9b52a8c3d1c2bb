// The simulated carrier's handset page: messages arrive live, and a person reads the OTP there,
// interfaces 'The simulated carrier'.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, it } from 'vitest';
import { useBrowser } from './harness/browser.ts';
import { flowPage } from './harness/flow.page.ts';
import { newHandset } from './harness/handset.ts';
import { sendJson } from './harness/requests.ts';
import { waitUntil } from './harness/wait-until.ts';

const { visit, product } = useBrowser();

it.each(['phone', 'desk'] as const)(
  'shows the OTP when it arrives, accessibly (%s)',
  async (device) => {
    const handset = newHandset(product());
    const desk = await visit({ device, at: product().carrier });
    const { page } = desk;
    await page.goto('/');
    await page.getByLabel('Number of the handset').fill(handset.typed);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('R50.00').first().waitFor();

    const phone = await visit();
    const flow = flowPage(phone);
    await flow.open();
    await flow.toOtp(handset);
    const code = await handset.otp();
    await page.getByRole('log', { name: 'Messages' }).getByText(code).waitFor();
    await flow.typeOtp(code);
    await flow.pressAccept();
    await flow.completed();
    await page
      .getByRole('log')
      .getByText(/Welcome to/)
      .waitFor();

    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze();
    expect(
      violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
      ),
    ).toEqual([]);
    expect(
      await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    ).toBe(0);
  },
);

it('sets airtime, the content block and faults', async () => {
  const handset = newHandset(product());
  const { page } = await visit({ at: product().carrier });
  await page.goto('/');
  await page.getByLabel('Number of the handset').fill(handset.typed);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByLabel('Set it to, in rand').fill('2.50');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await page.getByText('R2.50').first().waitFor();
  expect(await handset.airtime()).toBe('2.50');
});

// The page switches each refusal of the carrier for a number.
it("switches the carrier's refusals for a number, and shows them again after a reload", async () => {
  const handset = newHandset(product());
  const { page } = await visit({ at: product().carrier });
  await page.goto('/');
  await page.getByLabel('Number of the handset').fill(handset.typed);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  const line = (name: RegExp) => page.getByRole('switch', { name });
  for (const name of [/Consent withdrawn/, /Short messages barred/, /Line of a machine/]) {
    expect(await line(name).isChecked()).toBe(false);
    await line(name).check();
  }
  const set = { consent: false, sms_barred: true, machine_line: true };
  await waitUntil('the switches reach the carrier', async () => {
    const shown = await sendJson<Record<string, unknown>>(
      'GET',
      `${product().carrier}/sim/handsets/${handset.msisdn}`,
    );
    return Object.entries(set).every(([field, value]) => shown[field] === value);
  });
  await page.reload();
  await page.getByRole('switch', { name: /Consent withdrawn/, checked: true }).waitFor();
  await line(/Consent withdrawn/).uncheck();
  await page.getByRole('switch', { name: /Consent withdrawn/, checked: false }).waitFor();
});
