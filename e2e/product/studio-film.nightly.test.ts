// An editor's film from the file to viewers, by the screens of the studio alone: the words, the
// film (a file that lies about its type, a reload and an ended session on the way, chosen and
// dropped), its picture
// with a focal point, captions, the publication; then a viewer pays and watches it.
// `STUDIO_SCREENSHOTS=folder` keeps the screens.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceOptions, gotoUsable, launchChromium } from '../harness/chromium.ts';
import { waitForPlayback, watchButton } from '../harness/playback.ts';
import { axeViolations, sidewaysScroll } from '../harness/screen-faults.ts';
import { type DemoStaff, demoStaffIn, dropFiles, signInToStudio } from '../harness/studio.ts';
import {
  createBrowser,
  demo,
  freePorts,
  freshFolder,
  type Process,
  startProcess,
  waitUntil,
  waitUntilReady,
} from './process.test-kit.ts';
import { SAMPLE_CATALOGUE, writeSampleFilm } from './sample-film.test-kit.ts';

const VIEWER = '0821234567';
const SLOW = 120_000;
const WITHIN = { timeout: 120_000, interval: 250 };
const { folder, remove } = freshFolder();
const file = (name: string): string => join(folder, name);

let ports: Awaited<ReturnType<typeof freePorts>>;
let product: Process;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let staff: DemoStaff;
const complaints: string[] = [];
/** What an editor must do; the detours of this test are not counted. */
const studio = (): string => `http://localhost:${ports.studio}`;

beforeAll(async () => {
  ports = await freePorts();
  const films = join(folder, 'films');
  mkdirSync(films);
  product = startProcess(demo(ports, join(folder, 'data'), { LIMITS: 'off' }));
  await writeSampleFilm(file('the-lamp.mp4'), { seed: 7, seconds: 6 });
  writeFileSync(file('liar.mp4'), 'This is no film, whatever its name says. '.repeat(500));
  writeFileSync(file('liar.png'), '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
  writeFileSync(file('the-lamp.zu.srt'), '1\n00:00:01,000 --> 00:00:03,000\nSawubona\n');
  await sharp(await picture()).toFile(file('poster.jpg'));
  await waitUntilReady(product, ports);
  await waitUntil('the accounts', product, () => /authenticator secret/.test(product.output()));
  staff = demoStaffIn(product.output());
  browser = await launchChromium();
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(WITHIN.timeout);
  page = await newPage();
  await signInToStudio(page, studio(), { role: 'publisher', ...staff });
});
afterAll(async () => {
  await browser?.close();
  product?.child.kill('SIGTERM');
  await product?.ended;
  remove();
});

/** A yellow lamp at the right of a blue wall: what must stay in sight. */
async function picture(): Promise<Buffer> {
  const lamp = await sharp({
    create: { width: 240, height: 240, channels: 3, background: '#ffd23f' },
  })
    .png()
    .toBuffer();
  const wall = { width: 2000, height: 1200, channels: 3, background: '#1d3557' } as const;
  return await sharp({ create: wall })
    .composite([{ input: lamp, left: 1500, top: 300 }])
    .jpeg()
    .toBuffer();
}

async function newPage(): Promise<Page> {
  const made = await context.newPage();
  made.on('pageerror', (error) => complaints.push(String(error)));
  made.on('console', (message) => {
    if (/policy|warning/i.test(message.text())) complaints.push(message.text());
  });
  return made;
}

async function look(name: string): Promise<void> {
  complaints.push(...(await axeViolations(page, name)));
  const kept = process.env.STUDIO_SCREENSHOTS;
  for (const width of [768, 1920, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    complaints.push(...(await sidewaysScroll(page, `${name} ${width}`)));
    if (kept) await page.screenshot({ path: join(kept, `${name}-${width}.png`), fullPage: true });
  }
}

const chooser = (button: string): Locator =>
  page.locator(`input[type=file][aria-label="${button}"]`);
/** The field around a button, on which a file may be dropped. */
const dropField = (name: string): Locator => chooser(name).locator('xpath=..');
const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
const card = (title: string): Locator =>
  page.locator('section', { has: page.getByRole('heading', { level: 2, name: title }) });

/** What the entry's calls say, with the session of the page. */
const asked = <Reply>(path: string): Promise<Reply> =>
  page.evaluate(async (at) => (await fetch(`/studio/api${at}`)).json(), path);

/** So slow that a person can press Pause. */
async function sendSlowly(bytesPerSecond: number): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: bytesPerSecond },
  });
}

/** What a film needs before it: a genre and a channel. */

describe('an editor with a film in a file', () => {
  it('imports the channel after a look at what would change', async () => {
    writeFileSync(file('wrong.csv'), 'kind,slug,title\nchannel,ekhaya,Ekhaya\ngenre,Drama,Drama\n');
    writeFileSync(file('catalogue.json'), JSON.stringify(SAMPLE_CATALOGUE));
    await page.getByRole('link', { name: 'Import' }).first().click();
    await chooser('Choose a file').setInputFiles(file('wrong.csv'));
    await button('See what it would do').click();
    await page.getByRole('row', { name: /line 3 .*slug must be lower-case/ }).waitFor();
    expect(await button('Import it').count()).toBe(0);
    await look('import-1-problems');
    await button('Another file').click();
    await look('import-2-source');
    await chooser('Choose a file').setInputFiles(file('catalogue.json'));
    await button('See what it would do').click();
    await page.getByText('2 new').waitFor();
    await look('import-3-preview');
    await button('Import it').click();
    await page.getByText('The import is written.').waitFor();
    await look('import-4-done');
    await button('Another file').click();
    const row = page.getByRole('row', { name: /catalogue\.json file, by .* 2 new done/ });
    await row.waitFor();
    await look('import-5-list');
  });

  it('writes the words of the title', async () => {
    await page.goto(`${studio()}/videos/new`);
    await page.getByLabel('Title', { exact: true }).fill('The lamp');
    await page.getByLabel('Address (slug)').fill('the-lamp');
    const synopsis = 'One lamp makes a street tell the truth.';
    await page.getByLabel('Synopsis: one line').fill(synopsis);
    const description = 'On the third night Gogo puts a lamp in the window.';
    await page.getByLabel('Description').fill(description);
    for (const [label, name] of [
      ['Genre', 'Drama'],
      ['Channel', 'Ekhaya'],
    ] as const) {
      await page.getByRole('combobox', { name: label, exact: true }).fill(name);
      await page.getByRole('option', { name }).first().click();
    }
    await button('Save').click();
    await card('Film').getByText('It has no film yet').waitFor();
    await page.getByRole('link', { name: 'It has no film yet' }).waitFor();
    expect(await button('Publish now').isEnabled()).toBe(false);
    await look('film-1-empty');
  });

  it('is told when a file is no film, and when a picture is none', async () => {
    await chooser('Upload a film').setInputFiles(file('liar.mp4'));
    await card('Film').getByText('The film could not be packaged.').waitFor();
    await chooser('Choose a picture').setInputFiles(file('liar.png'));
    await card('Pictures').getByText('This is an SVG drawing.').waitFor();
    const path = '/artwork/video?key=the-lamp';
    expect(await asked<{ given: unknown[] }>(path)).toMatchObject({ given: [] });
    await look('film-2-refused');
  });

  it('uploads the film, over a reload and an ended session', { timeout: 700_000 }, async () => {
    await sendSlowly(SLOW);
    await chooser('Replace the film').setInputFiles(file('the-lamp.mp4'));
    const upload = page.getByRole('region', { name: 'Upload of the-lamp.mp4' });
    await expect.poll(() => percentOf(upload), WITHIN).toBeGreaterThan(10);
    await button('Pause').click();
    await upload.getByText('the-lamp.mp4 is paused').waitFor();
    await look('film-3-paused');
    await page.reload();
    await page.getByText(/the-lamp\.mp4: .* of 2\.. MB have arrived/).waitFor();
    await look('film-4-reloaded');
    await expect.poll(arrivedBytes, WITHIN).toBeGreaterThan(100_000);
    const before = await arrivedBytes();
    await sendSlowly(SLOW);
    // The same file, dropped this time: it goes on where it was.
    expect(
      await dropFiles(dropField('Replace the film'), [file('the-lamp.mp4')], 'video/mp4'),
    ).toBe(true);
    await expect.poll(() => percentOf(upload), WITHIN).toBeGreaterThan(30);
    await button('Pause').click();
    await expect.poll(arrivedBytes, WITHIN).toBeGreaterThan(before);
    await signOutElsewhere();
    await button('Go on').click();
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    await look('film-5-session-ended');
    const other = await newPage();
    // The last code was used: the next one counts from half a minute later on.
    await signInToStudio(other, studio(), { role: 'publisher', ...staff, now: laterCode() });
    await other.close();
    await sendSlowly(-1);
    await page.getByRole('dialog').getByRole('button', { name: 'Go on' }).click();
    // Packaging shares the processors with other tests.
    await card('Film').getByText('ready to play').waitFor({ timeout: 400_000 });
    expect(await arrivedUploads()).toEqual([]);
    await look('film-6-ready');
  });

  it('gives it a picture, and sets what must stay in sight by pointer and by keyboard', async () => {
    // A picture that misses its field changes nothing, and the browser does not open it.
    const address = page.url();
    expect(await dropFiles(page.getByRole('main'), [file('poster.jpg')], 'image/jpeg')).toBe(true);
    expect(page.url()).toBe(address);
    const poster = file('poster.jpg');
    await dropFiles(dropField('Choose a picture'), [poster], 'image/jpeg');
    await page.getByText('What must stay in sight', { exact: true }).waitFor();
    const whole = card('Pictures').locator('.cursor-crosshair');
    const box = await whole.boundingBox();
    if (!box) throw new Error('the picture is not shown');
    const position = { x: box.width * 0.81, y: box.height * 0.35 };
    await whole.click({ position });
    await page.getByLabel('From the left').press('ArrowRight');
    expect(await page.getByLabel('From the left').inputValue()).toBe('82');
    await look('film-7-focal-point');
    await button('Save the point').click();
    await page.getByText('The pictures are cut anew.').waitFor();
    const { given, pictures } = await asked<{
      given: { focal: { x: number; y: number } }[];
      pictures: { drawn: boolean }[];
    }>('/artwork/video?key=the-lamp');
    expect(given).toMatchObject([{ focal: { x: 0.82, y: 0.35 } }]);
    expect(pictures.map(({ drawn }) => drawn)).toEqual(pictures.map(() => false));
    // The poster is cut around the lamp.
    const colour = await posterColour();
    expect(colour).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)]);
    expect(colour[0]).toBeGreaterThan(200);
  });

  it('takes the picture away, and has it back from the history with its point', async () => {
    await button('Remove the picture').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await card('Pictures').getByText('all drawn by the product').waitFor();
    await page.getByRole('button', { name: /^History/ }).click();
    const history = page.getByRole('dialog', { name: 'History' });
    await history.getByText('Picture: all shapes').first().waitFor();
    const thumbnail = history.getByRole('img', { name: 'After' }).first();
    await thumbnail.scrollIntoViewIfNeeded();
    await expect
      .poll(() => thumbnail.evaluate((img) => (img as HTMLImageElement).naturalWidth), WITHIN)
      .toBeGreaterThan(100);
    await history.getByText('in sight: 82 % from the left, 35 % from the top').first().waitFor();
    await look('film-7-history');
    // The newest version took the picture away: the one before has it.
    const restore = history.getByRole('button', { name: /^Restore version/ }).first();
    const name = await restore.innerText();
    await restore.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByText(`${name.replace('Restore version', 'Version')} is back.`).waitFor();
    const { given } = await asked<{ given: object[] }>('/artwork/video?key=the-lamp');
    expect(given).toMatchObject([{ focal: { x: 0.82, y: 0.35 } }]);
    await history.getByRole('button', { name: 'Close' }).click();
  });

  it('adds captions, publishes, and the site plays it with them', async () => {
    const section = page.locator('details#captions');
    await section.locator('summary').click();
    const captions = chooser('Choose a file of captions');
    await captions.setInputFiles(file('the-lamp.zu.srt'));
    expect(await page.getByLabel('Language', { exact: true }).inputValue()).toBe('zu');
    await button('Add the captions').click();
    await section.getByText('a file of its own').waitFor();
    await look('film-8-captions');
    await button('Publish now').click();
    await page.getByText('published', { exact: true }).first().waitFor();
    await page.goto(`${studio()}/films`);
    await page.getByRole('row', { name: /the-lamp.*The lamp/ }).waitFor();
    await look('film-9-all-films');
    const viewer = await subscribed();
    await gotoUsable(viewer, `http://localhost:${ports.site}/video/the-lamp`);
    await watchButton(viewer).click();
    const { frames } = await waitForPlayback(viewer);
    expect(frames).toBeGreaterThan(20);
    const tracks = viewer.locator('video track');
    expect(await tracks.first().getAttribute('srclang')).toBe('zu');
    expect(complaints).toEqual([]);
  });
});

async function percentOf(upload: Locator): Promise<number> {
  return Number(await upload.getByRole('progressbar').getAttribute('aria-valuenow'));
}

interface Uploads {
  readonly data: readonly {
    readonly title: string;
    readonly offset: number;
    readonly size: number;
  }[];
}

async function arrivedUploads(): Promise<Uploads['data']> {
  const { data } = await asked<Uploads>('/uploads');
  return data.filter(({ title, offset, size }) => title === 'the-lamp' && offset < size);
}

async function arrivedBytes(): Promise<number> {
  return (await arrivedUploads())[0]?.offset ?? 0;
}

/** Ends the session of the page, as from another tab. */
async function signOutElsewhere(): Promise<void> {
  const status = await page.evaluate(async () => {
    const { csrf_token: token } = await (await fetch('/studio/api/me')).json();
    const headers = { 'content-type': 'application/json', 'x-csrf-token': token };
    const request = { method: 'POST', headers, body: '{}' };
    return (await fetch('/studio/api/sign-out', request)).status;
  });
  expect(status).toBe(200);
}

function laterCode(): number {
  return Date.now() + 30_000;
}

/** The colour in the middle of the poster as viewers get it. */
async function posterColour(): Promise<number[]> {
  const bytes = await page.evaluate(async () => {
    const answer = await fetch('/studio/api/artwork/video/picture?key=the-lamp&use=poster');
    return [...new Uint8Array(await answer.arrayBuffer())];
  });
  const { data, info } = await sharp(Buffer.from(bytes))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.round(info.height * 0.35) * info.width + Math.round(info.width / 2)) * 3;
  return [...data.subarray(at, at + 3)];
}

/** A viewer's phone with a subscription that was paid with airtime. */
async function subscribed(): Promise<Page> {
  const phone = await browser.newContext(deviceOptions('phone', browser.version()));
  phone.setDefaultTimeout(WITHIN.timeout);
  const viewer = await phone.newPage();
  await gotoUsable(viewer, `http://localhost:${ports.site}/enter-number`);
  await viewer.getByLabel('Mobile number').fill(VIEWER);
  await viewer.getByRole('button', { name: 'Submit', exact: true }).click();
  await viewer.getByRole('radio', { name: /^Weekly/ }).check();
  await viewer.getByRole('button', { name: 'Submit', exact: true }).click();
  await viewer.getByLabel('OTP', { exact: true }).fill(await otp());
  await viewer.getByRole('button', { name: 'Accept', exact: true }).click();
  await viewer.waitForURL('**/subscribe/complete');
  return viewer;
}

async function otp(): Promise<string> {
  const carrier = createBrowser(`http://127.0.0.1:${ports.carrier}`);
  let code = '';
  await expect
    .poll(async () => {
      const path = `/sim/handsets/27${VIEWER.slice(1)}/messages`;
      const texts = (await carrier.call('GET', path)).body as { text: string }[];
      const text = texts.find((one) => one.text.includes('OTP'))?.text ?? '';
      code = /\b\d{4}\b/.exec(text)?.[0] ?? '';
      return code;
    }, WITHIN)
    .toMatch(/^\d{4}$/);
  return code;
}
