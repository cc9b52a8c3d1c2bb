// A media company begins with nothing: an empty production on PostgreSQL, its first administrator,
// its brand, a package that it made with its price and service key, 50 titles that it imported with
// pictures and three films, a shelf; then a viewer pays and watches.
// `OPERATOR_SCREENSHOTS=folder` keeps the screens for the documentation.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '@bonisa/backoffice/staff/staff.test-kit';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { deviceOptions, gotoUsable, launchChromium } from '../harness/chromium.ts';
import { waitForPlayback, watchButton } from '../harness/playback.ts';
import { createBrowser } from './process.test-kit.ts';
import { type ProductionProduct, startProduction } from './production.test-kit.ts';
import { writeSampleFilm } from './sample-film.test-kit.ts';

const server = process.env.TEST_DATABASE_URL;
const BRAND = join(import.meta.dirname, '../../packages/demo-content/brands/karoo-play');
const PASSWORD = 'inqola emhlophe 42';
const VIEWER = '0821234567';
const FILMS = ['isibane', 'umfula', 'intaba'] as const;
const TITLES = 50;
const WITHIN = { timeout: 90_000, interval: 200 };

let product: ProductionProduct;
let browser: Browser;
/** The administrator's page of the studio, and a viewer's of the site. */
let studio: Page;
let viewer: Page;
const complaints: string[] = [];

async function newPage(device: 'phone' | 'desk'): Promise<Page> {
  const context = await browser.newContext({
    ...deviceOptions(device, browser.version()),
    ignoreHTTPSErrors: true,
  });
  context.setDefaultTimeout(WITHIN.timeout);
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error}`));
  return page;
}

async function keepScreen(page: Page, name: string): Promise<void> {
  const folder = process.env.OPERATOR_SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  const picture = await page.screenshot();
  await sharp(picture)
    .webp({ quality: 80 })
    .toFile(join(folder, `${name}.webp`));
}

/** A call of the studio with the administrator's session; a body of bytes goes as it is. */
async function call<Reply = Record<string, unknown>>(
  method: string,
  path: string,
  body?: unknown,
): Promise<Reply> {
  const bytes = body instanceof Buffer ? [...body] : undefined;
  const { status, reply } = await studio.evaluate(
    async ({ method, path, json, bytes }) => {
      const me = await (await fetch('/studio/api/me')).json();
      const answer = await fetch(`/studio/api${path}`, {
        method,
        headers: {
          'x-csrf-token': me.csrf_token,
          'content-type': bytes ? 'application/octet-stream' : 'application/json',
        },
        ...(bytes ? { body: new Uint8Array(bytes) } : json === undefined ? {} : { body: json }),
      });
      return { status: answer.status, reply: await answer.json() };
    },
    { method, path, json: body === undefined ? undefined : JSON.stringify(body), bytes },
  );
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(reply)}`);
  return reply as Reply;
}

const picture = (hue: number): Promise<Buffer> =>
  sharp({
    create: { width: 1600, height: 1200, channels: 3, background: `hsl(${hue}, 70%, 45%)` },
  })
    .jpeg()
    .toBuffer();

/** A file with a genre, a person, a channel, 50 titles, a shelf and a slide; titles are drafts. */
function catalogue(): object {
  const titles = Array.from({ length: TITLES }, (_, at) => ({
    key: `title-${at}`,
    slug: `title-${at}`,
    title: `Title ${at}`,
    synopsis: `The story of title ${at}, in one line.`,
    description: `The whole story of title ${at}, told over two lines of words.`,
    year: 2026,
    ratingAge: 'PG',
    ratingAdvice: ['L'],
    languages: ['zu', 'en'],
    genre: 'drama',
    channel: 'karoo',
  }));
  const visible = { published: true };
  return {
    genres: [{ slug: 'drama', title: 'Drama' }],
    people: [{ slug: 'lindiwe-dube', name: 'Lindiwe Dube' }],
    channels: [
      {
        slug: 'karoo',
        title: 'Karoo stories',
        tagline: 'Stories from the Karoo.',
        description: 'Stories from the Karoo, in every language.',
        genre: 'drama',
        ...visible,
      },
    ],
    videos: titles,
    shelves: [
      {
        slug: 'new-here',
        title: 'New here',
        format: 'poster',
        titles: FILMS.map((_, at) => `title-${at}`),
        ...visible,
      },
    ],
    slides: [{ key: 'first', title: 'title-0', eyebrow: 'New', ...visible }],
  };
}

/** Imports a file on the studio's screen; `outcome` is what it says that it would do. */
async function importFile(outcome: string): Promise<void> {
  const file = join(product.folder, 'catalogue.json');
  writeFileSync(file, JSON.stringify(catalogue()));
  await studio.goto(`${product.studio}/import`);
  await studio.locator('input[type=file][aria-label="Choose a file"]').setInputFiles(file);
  await studio.getByRole('button', { name: 'See what it would do' }).click();
  await studio.getByText(outcome).first().waitFor();
}

/** What the site answers to a number that wants to subscribe. */
async function enterNumber(): Promise<void> {
  await gotoUsable(viewer, `${product.site}/enter-number`);
  await viewer.getByLabel('Mobile number').fill(VIEWER);
  await viewer.getByRole('button', { name: 'Submit', exact: true }).click();
}

beforeAll(async () => {
  if (!server) return;
  [product, browser] = await Promise.all([
    // The studio gives the service key: no package of the installation is sold.
    startProduction(server, {
      BRAND_DIR: BRAND,
      SERVICE_KEY_DAILY: '',
      SERVICE_KEY_WEEKLY: '',
      SERVICE_KEY_MONTHLY: '',
    }),
    launchChromium(),
  ]);
  studio = await newPage('desk');
  viewer = await newPage('phone');
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

describe.skipIf(!server)('an empty production', () => {
  it('shows its brand, and says that there is nothing yet', async () => {
    await viewer.goto(product.site);
    await expect(viewer.title()).resolves.toMatch(/Karoo Play/);
    expect(await viewer.locator('body').innerText()).not.toMatch(/bonisa/i);
  });

  it('gets its first administrator by the one-time link that its start prints', async () => {
    const link = /first administrator\s+(\S+)/.exec(product.output())?.[1] ?? '';
    await studio.goto(link);
    const secret = (await studio.locator('#secret').textContent()) ?? '';
    await keepScreen(studio, '1-first-administrator');
    await studio.getByLabel('Your name').fill('Naledi Dlamini');
    await studio.getByLabel('E-mail address').fill('naledi@karooplay.example');
    await studio.getByLabel(/^New password/).fill(PASSWORD);
    await studio.getByLabel(/^Code of your/).fill(codeOf(secret, new Date()));
    await studio.getByRole('button', { name: 'Set and sign in' }).click();
    await studio.getByText('Your recovery codes').waitFor();
    await studio.getByRole('button', { name: 'I have kept them' }).click();
    await studio.getByRole('heading', { name: /Naledi Dlamini/ }).waitFor();
    await keepScreen(studio, '2-studio');
    const again = await newPage('desk');
    await again.goto(link);
    const refusal = again.getByText(/link .*(used|expired|no longer)/i);
    await refusal.waitFor();
    expect(await refusal.count()).toBe(1);
    await again.context().close();
  });

  it('sells nothing until a package is made with its price and its service key', async () => {
    await enterNumber();
    await viewer.getByText('New subscriptions are not open').first().waitFor();
    await studio.goto(`${product.studio}/packages`);
    await studio.getByText('not offered').first().waitFor();
    await studio.getByRole('button', { name: 'New package' }).click();
    const dialog = studio.getByRole('dialog');
    for (const [label, value] of [
      ['Key', 'karoo-weekly'],
      ['Name', 'Karoo Week'],
      ['In one line', 'Every story of the Karoo'],
      ['Rand, with VAT', '12.00'],
      ['Free days', '0'],
      ['Karoo Mobile', 'operator-week'],
      ['Why', 'Our first package'],
    ] as const)
      await dialog.getByLabel(label, { exact: true }).fill(value);
    await dialog.getByLabel('The price is for').selectOption('A week');
    await dialog.getByRole('button', { name: 'See what it does' }).click();
    await dialog.getByRole('button', { name: 'Make it' }).click();
    await studio.getByText('The package is made.').waitFor();
    const made = studio.getByRole('heading', { name: 'Karoo Week, a week' });
    await made.waitFor();
    expect(await made.count()).toBe(1);
  });

  it('takes 50 titles from a file, once, and a picture for each of them', async () => {
    await importFile(`${TITLES + 5} new`);
    await studio.getByRole('button', { name: 'Import it' }).click();
    await studio.getByText('The import is written.').waitFor();
    await importFile('Everything is as the file says already.');
    const bytes = await Promise.all([0, 90, 180].map(picture));
    for (let at = 0; at < TITLES; at += 1)
      await call('PUT', `/artwork/video?key=title-${at}&x=0.4&y=0.3`, bytes[at % bytes.length]);
    const { pictures } = await call<{ pictures: { drawn: boolean }[] }>(
      'GET',
      '/artwork/video?key=title-0',
    );
    expect(pictures.map(({ drawn }) => drawn)).toEqual(pictures.map(() => false));
  });

  it('packages a film that is uploaded in the studio', async () => {
    const file = join(product.folder, `${FILMS[0]}.mp4`);
    await writeSampleFilm(file, { seed: 100 });
    await studio.goto(`${product.studio}/videos/entry/title-0`);
    const chooser = studio.locator('input[type=file][aria-label="Upload a film"]');
    await chooser.setInputFiles(file);
    const ready = studio.getByText('ready to play').first();
    await ready.waitFor();
    expect(await ready.isVisible()).toBe(true);
  });

  it('packages two films of its machine, and viewers see all three once they are published', async () => {
    const uploads = join(product.folder, 'uploads');
    mkdirSync(uploads, { recursive: true });
    const ops = createBrowser(product.ops);
    for (const [at, name] of FILMS.entries()) {
      if (at === 0) continue;
      const file = join(uploads, `${name}.mp4`);
      await writeSampleFilm(file, { seed: 100 + at });
      const asked = { file, title: name, reference: `film:${name}`, effort: 'quick' };
      const { status, body } = await ops.call('POST', '/ops/ingest', asked);
      expect(status).toBeLessThan(300);
      const job = await vi.waitFor(async () => {
        const found = (await ops.call('GET', `/ops/jobs/${body.id}`)).body;
        expect(found).toMatchObject({ state: 'done' });
        return found;
      }, WITHIN);
      await call('PUT', `/catalogue/entries/video/title-${at}`, {
        fields: { assetId: job.asset_id },
      });
    }
    const entries = FILMS.map((_, at) => ({ kind: 'video', key: `title-${at}` }));
    await call('POST', '/catalogue/states', { entries, state: 'published' });
    await vi.waitFor(async () => {
      await viewer.goto(product.site);
      await viewer
        .getByRole('link', { name: /Title 0/ })
        .first()
        .waitFor({ timeout: 2000 });
    }, WITHIN);
    await keepScreen(viewer, '7-site');
  });

  it('shows all of it in the studio', async () => {
    for (const [path, heading, name] of [
      ['/videos', 'Videos', '3-titles'],
      ['/videos/entry/title-0', 'Title 0', '4-title'],
      ['/shelves', 'Shelves', '5-shelves'],
      ['/preview', 'Preview the site', '6-preview'],
      ['/packages', 'Packages and prices', '10-packages-and-prices'],
      ['/care/caller', 'Answer a caller', '11-answer-a-caller'],
    ] as const) {
      await studio.goto(`${product.studio}${path}`);
      await studio.getByRole('heading', { name: heading }).first().waitFor();
      await studio.waitForLoadState('networkidle');
      await keepScreen(studio, name);
    }
    expect(complaints).toEqual([]);
  });

  it('sells: a viewer pays with airtime and watches', async () => {
    await enterNumber();
    await viewer.getByRole('radio', { name: /^Karoo Week/ }).check();
    expect(await viewer.getByRole('radio').count()).toBe(1);
    await keepScreen(viewer, '8-packages');
    await viewer.getByRole('button', { name: 'Submit', exact: true }).click();
    await viewer.getByLabel('OTP', { exact: true }).fill(await otp());
    await viewer.getByRole('button', { name: 'Accept', exact: true }).click();
    await viewer.waitForURL('**/subscribe/complete');
    await gotoUsable(viewer, `${product.site}/video/title-0`);
    await watchButton(viewer).click();
    const charges = await createBrowser(product.handsets).call('GET', '/sim/charges');
    expect(charges.body).toMatchObject([{ amount: '12.00', status: 'succeeded' }]);
    const { frames } = await waitForPlayback(viewer);
    expect(frames).toBeGreaterThan(20);
    await keepScreen(viewer, '9-watching');
    expect(complaints).toEqual([]);
  });
});

async function otp(): Promise<string> {
  const messages = createBrowser(product.handsets);
  return await vi.waitFor(async () => {
    const { body } = await messages.call('GET', `/sim/handsets/27${VIEWER.slice(1)}/messages`);
    const text = (body as { text: string }[]).find((one) => one.text.includes('OTP'))?.text ?? '';
    expect(text).toMatch(/\b\d{4}\b/);
    return /\b\d{4}\b/.exec(text)?.[0] ?? '';
  }, WITHIN);
}
