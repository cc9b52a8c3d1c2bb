// The simulated carrier's handset page: issue section 2 (messages arrive live; who tries the product reads the OTP there), seams 'The simulated carrier'.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, it } from 'vitest';
import { useBrowser } from './harness/browser.ts';
import { flowPage } from './harness/flow.page.ts';
import { newHandset } from './harness/handset.ts';

const { visit, product } = useBrowser();

it.each(['phone', 'desk'] as const)('shows the OTP as it arrives, and can be read by everybody (%s)', async (device) => {
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

  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
});

it('sets airtime, the block and faults for who tries them out', async () => {
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
