// Care in Chromium: a caller disputes a charge; it is answered on one screen, its refund is
// approved by a second person, and the number is in no address, title or storage of the browser.
// `STUDIO_SCREENSHOTS=folder` keeps the screens.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CareBench, createCareBench, textOfPdf } from '@bonisa/backoffice/care/care.test-kit';
import { createPerson, createSession } from '@bonisa/backoffice/staff/staff.test-kit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../scripts/free-ports.ts';
import { launchChromium } from '../harness/chromium.ts';
import { axeViolations, sidewaysScroll } from '../harness/screen-faults.ts';

let bench: CareBench;
let browser: Browser;
let studio: string;
const complaints: string[] = [];
beforeAll(async () => {
  const port = await freePort();
  studio = `http://localhost:${port}`;
  bench = await createCareBench({ STUDIO_PORT: String(port) });
  await bench.studio.listen({ host: '127.0.0.1', port });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await bench.close();
});

/** A browser that is signed in as a person with a role. */
async function desk(role: 'care' | 'finance'): Promise<Page> {
  const { cookie } = await createSession(bench.product, await createPerson(bench.product, [role]));
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addCookies([
    { name: 'bonisa_studio', value: cookie, url: studio, httpOnly: true, sameSite: 'Strict' },
  ]);
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (/policy|script/i.test(message.text())) complaints.push(message.text());
  });
  return page;
}

async function look(page: Page, screen: string): Promise<void> {
  complaints.push(...(await axeViolations(page, screen)));
  const kept = process.env.STUDIO_SCREENSHOTS;
  for (const width of [1920, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    complaints.push(...(await sidewaysScroll(page, `${screen} at ${width} px`)));
    if (kept) await page.screenshot({ path: join(kept, `care-${screen}-${width}.png`) });
  }
}

it('answers a disputed charge on one screen, and a second person approves its refund', async () => {
  const { msisdn, charge } = await bench.paid();
  const agent = await desk('care');
  await agent.goto(`${studio}/care/caller`);
  await agent.getByLabel('Number of the caller').waitFor();
  // The number has the focus: it is typed at once, and Enter finds it.
  const number = agent.getByLabel('Number of the caller');
  await expect.poll(() => number.evaluate((field) => field === document.activeElement)).toBe(true);
  await number.fill(`0${msisdn.slice(2, 4)} ${msisdn.slice(4)}`);
  await agent.getByLabel('Why do you look?').selectOption('Caller disputes a charge');
  await look(agent, 'find');
  await number.press('Enter');
  await agent.getByText('Monthly at R25.00/month is paid until').waitFor();
  await agent.getByText('The carrier took R25.00.').first().waitFor();
  await look(agent, 'number');
  const kept = await agent.evaluate(() =>
    JSON.stringify([location.href, document.title, { ...localStorage }, { ...sessionStorage }]),
  );
  expect(kept).not.toContain(msisdn.slice(4));

  await agent.getByRole('button', { name: /^Evidence and answer/ }).click();
  await agent.getByText('first day FREE').or(agent.getByText('is taken now')).first().waitFor();
  await agent.getByLabel('What the caller says').fill('I never subscribed.');
  await agent.getByText('Give it back', { exact: true }).click();
  await look(agent, 'answer');
  await agent.getByRole('button', { name: 'Record the answer' }).click();
  await agent.getByText('Upheld. R25.00 waits for a second person.').waitFor();
  await agent.getByText('1 refund for a second person').waitFor();
  expect(await bench.refundsOf(charge)).toEqual([]);

  const second = await desk('finance');
  await second.goto(`${studio}/care/approvals`);
  await second.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  await look(second, 'approvals');
  await second.getByRole('button', { name: 'Look at the evidence' }).click();
  await second.getByRole('heading', { name: 'What happened' }).waitFor();
  await second.goBack();
  await second.getByRole('button', { name: 'Approve', exact: true }).click();
  const question = second.getByRole('dialog');
  await question.getByLabel('Reason').fill('The evidence agrees');
  await question.getByRole('button', { name: 'Approve' }).click();
  await second.getByText('Approved. The carrier was asked.').waitFor();
  expect(await bench.refundsOf(charge)).toMatchObject([{ amount: 2500, state: 'succeeded' }]);

  await second.goto(`${studio}/care/disputes`);
  await second.getByRole('cell', { name: 'I never subscribed.' }).waitFor();
  await look(second, 'disputes');
  const list = second.waitForEvent('download');
  await second.getByRole('link', { name: 'Save all as CSV' }).click();
  expect((await list).suggestedFilename()).toBe('bonisa-disputes.csv');
  const lines = (await readFile(await (await list).path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('25.00,I never subscribed.');

  const download = agent.waitForEvent('download');
  await agent.getByRole('button', { name: 'Evidence as PDF' }).click();
  await agent.getByRole('dialog').getByLabel('Reason').fill('The caller asks for it');
  await agent.getByRole('dialog').getByRole('button', { name: 'Make it' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^evidence-\d{8}T\d{6}\.pdf$/);
  expect(await textOfPdf(await readFile(await file.path()))).toContain('I never subscribed.');
  expect(complaints).toEqual([]);
});
