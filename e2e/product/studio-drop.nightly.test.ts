// An editor's day begins with a file: films that are dropped on the list of videos are drafts at
// once, with what their names say, and need words alone before viewers see them.
// `STUDIO_SCREENSHOTS=folder` keeps the screens.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../harness/chromium.ts';
import { axeViolations, sidewaysScroll } from '../harness/screen-faults.ts';
import { demoStaffIn, dropFiles, signInToStudio } from '../harness/studio.ts';
import {
  demo,
  freePorts,
  freshFolder,
  type Process,
  startProcess,
  waitUntil,
  waitUntilReady,
} from './process.test-kit.ts';
import { SAMPLE_CATALOGUE, writeSampleFilm } from './sample-film.test-kit.ts';

const FILM = 'The_Lamp (2019) 1080p.mp4';
const CAPTIONS = 'The_Lamp (2019) 1080p.zu.srt';
const WITHIN = { timeout: 240_000, interval: 250 };
const { folder, remove } = freshFolder();
const file = (name: string): string => join(folder, name);

let ports: Awaited<ReturnType<typeof freePorts>>;
let product: Process;
let browser: Browser;
let context: BrowserContext;
let page: Page;
const complaints: string[] = [];
const studio = (): string => `http://localhost:${ports.studio}`;

beforeAll(async () => {
  ports = await freePorts();
  product = startProcess(demo(ports, join(folder, 'data'), { LIMITS: 'off' }));
  await writeSampleFilm(file(FILM), { seed: 7 });
  await writeSampleFilm(file('Umuzi.mp4'), { seed: 8 });
  writeFileSync(file(CAPTIONS), '1\n00:00:01,000 --> 00:00:02,000\nSawubona\n');
  await waitUntilReady(product, ports);
  await waitUntil('the accounts', product, () => /authenticator secret/.test(product.output()));
  browser = await launchChromium();
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(WITHIN.timeout);
  page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  const staff = demoStaffIn(product.output());
  await signInToStudio(page, studio(), { role: 'publisher', ...staff });
  const { genres, channels } = SAMPLE_CATALOGUE;
  const rows = [
    ...genres.map((row) => ({ kind: 'genre', ...row })),
    ...channels.map((row) => ({ kind: 'channel', ...row })),
  ];
  expect(await post('/catalogue/batch', { rows })).toBe(200);
});
afterAll(async () => {
  await browser?.close();
  product?.child.kill('SIGTERM');
  await product?.ended;
  remove();
});

/** Posts with the session of the page. */
const post = (path: string, body: object): Promise<number> =>
  page.evaluate(
    async ([at, sent]) => {
      const { csrf_token: token } = await (await fetch('/studio/api/me')).json();
      const headers = { 'content-type': 'application/json', 'x-csrf-token': token };
      const request = { method: 'POST', headers, body: JSON.stringify(sent) };
      return (await fetch(`/studio/api${at}`, request)).status;
    },
    [path, body] as const,
  );

/** What an entry's calls say, with the session of the page. */
const asked = (path: string): Promise<unknown> =>
  page.evaluate(async (at) => (await fetch(`/studio/api${at}`)).json(), path);

async function look(name: string): Promise<void> {
  complaints.push(...(await axeViolations(page, name)));
  const kept = process.env.STUDIO_SCREENSHOTS;
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    complaints.push(...(await sidewaysScroll(page, `${name} ${width}`)));
    if (kept) await page.screenshot({ path: join(kept, `${name}-${width}.png`), fullPage: true });
  }
}

const drop = () => page.locator('input[aria-label="Choose films"]').locator('xpath=..');

it('makes a draft of a dropped film, and shows its upload and what is still lacking', async () => {
  await page.goto(`${studio()}/videos`);
  await page.getByRole('button', { name: 'Choose films' }).waitFor();
  await look('drop-1-list');
  expect(await dropFiles(drop(), [file(FILM), file(CAPTIONS)], '')).toBe(true);
  await page.waitForURL('**/videos/entry/the-lamp');
  await page.getByRole('heading', { level: 1, name: 'The Lamp' }).waitFor();
  for (const words of ['It has no synopsis', 'It has no description'])
    await page.getByText(words).waitFor();
  expect(await page.getByRole('button', { name: 'Publish now' }).isEnabled()).toBe(false);
  expect(await asked('/catalogue/entries/video/the-lamp')).toMatchObject({
    state: 'draft',
    fields: { title: 'The Lamp', slug: 'the-lamp', year: 2019, channel: 'ekhaya', genre: 'drama' },
  });
  await page.getByText('ready to play', { exact: true }).waitFor();
  await page
    .getByRole('button', { name: /^Frame at/ })
    .first()
    .waitFor();
  await look('drop-2-draft');
});

it('is published by its words and one press, with the captions that came beside it', async () => {
  await page.getByLabel('Synopsis: one line').fill('One lamp makes a street tell the truth.');
  await page.getByLabel('Description').fill('On the third night Gogo puts a lamp in the window.');
  await page.getByRole('button', { name: 'Save and publish' }).click();
  await page.getByText('The video is saved.').waitFor();
  await page.getByText('published', { exact: true }).first().waitFor();
  await page.locator('summary', { hasText: 'Captions' }).click();
  await page.getByRole('row', { name: /isiZulu.*a file of its own/ }).waitFor();
  const { status } = await fetch(`http://127.0.0.1:${ports.site}/video/the-lamp`);
  expect(status).toBe(200);
});

it('remembers in the tab which sections are open, and opens one that is at fault', async () => {
  await page.reload();
  await page.getByRole('row', { name: /isiZulu/ }).waitFor();
  const times = page.locator('details#times');
  expect(await times.getAttribute('open')).toBeNull();
  await times.locator('summary').click();
  await page.getByRole('button', { name: 'Add a package' }).click();
  await times.locator('summary').click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'Nothing is saved yet.' }).waitFor();
  await page.getByRole('button', { name: 'Remove this package' }).click();
});

it('takes several films at once, and names what belongs to none of them', async () => {
  await page.goto(`${studio()}/videos`);
  writeFileSync(file('notes.pdf'), 'no film');
  const names = [FILM, 'Umuzi.mp4', 'notes.pdf'];
  await dropFiles(drop(), names.map(file), '');
  await page.getByText('2 drafts are made').waitFor();
  await page.getByText('notes.pdf: belongs to no film').waitFor();
  // Another draft of the same name: nobody's entry is changed.
  await expect.poll(() => page.getByRole('cell', { name: /the-lamp-2/ }).count(), WITHIN).toBe(1);
  await look('drop-3-several');
});

it('shows its pictures to people whose browser does not reach the site', async () => {
  await context.route(`http://localhost:${ports.site}/**`, (route) => route.abort());
  const shown = () =>
    page
      .locator('main img')
      .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth > 0));
  await page.goto(`${studio()}/videos`);
  await expect.poll(shown, WITHIN).toEqual([true, true, true]);
  await page.goto(`${studio()}/videos/entry/the-lamp`);
  await page
    .getByRole('button', { name: /^Frame at/ })
    .first()
    .waitFor();
  await expect
    .poll(async () => (await shown()).length > 5 && !(await shown()).includes(false), WITHIN)
    .toBe(true);
  expect(complaints).toEqual([]);
});
