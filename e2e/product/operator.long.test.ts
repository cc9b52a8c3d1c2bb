// A media company begins with nothing: an empty production on PostgreSQL, its first administrator,
// its brand, 50 titles with pictures and three films, a shelf; then a viewer pays and watches.
// `OPERATOR_SCREENSHOTS=folder` keeps the screens for the documentation.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { codeOf } from '../../apps/server/src/staff/staff.test-kit.ts';
import { deviceOptions, hydrated, launchChromium } from '../harness/chromium.ts';
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

/** A genre, a channel, a category, 50 titles, a shelf and a slide; the titles are drafts. */
function catalogue(): object[] {
  const titles = Array.from({ length: TITLES }, (_, at) => ({
    kind: 'video',
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
  return [
    { kind: 'genre', slug: 'drama', title: 'Drama' },
    { kind: 'person', slug: 'lindiwe-dube', name: 'Lindiwe Dube' },
    {
      kind: 'channel',
      slug: 'karoo',
      title: 'Karoo stories',
      tagline: 'Stories from the Karoo.',
      description: 'Stories from the Karoo, in every language.',
      genre: 'drama',
      ...visible,
    },
    ...titles,
    {
      kind: 'shelf',
      slug: 'new-here',
      title: 'New here',
      format: 'poster',
      titles: FILMS.map((_, at) => `title-${at}`),
      ...visible,
    },
    { kind: 'slide', key: 'first', title: 'title-0', eyebrow: 'New', ...visible },
  ];
}

beforeAll(async () => {
  if (!server) return;
  [product, browser] = await Promise.all([
    startProduction(server, { BRAND_DIR: BRAND }),
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

  it('takes 50 titles in one batch, once, and a picture for each of them', async () => {
    const batch = { rows: catalogue() };
    const first = await call<{ created: number }>('POST', '/catalogue/batch', batch);
    expect(first).toMatchObject({ created: TITLES + 5 });
    expect(await call('POST', '/catalogue/batch', batch)).toMatchObject({ created: 0, changed: 0 });
    const bytes = await Promise.all([0, 90, 180].map(picture));
    for (let at = 0; at < TITLES; at += 1)
      await call('PUT', `/artwork/video?key=title-${at}&x=0.4&y=0.3`, bytes[at % bytes.length]);
    const { pictures } = await call<{ pictures: { drawn: boolean }[] }>(
      'GET',
      '/artwork/video?key=title-0',
    );
    expect(pictures.map(({ drawn }) => drawn)).toEqual(pictures.map(() => false));
  });

  it('packages three films, which viewers see as soon as they are published', async () => {
    const uploads = join(product.folder, 'uploads');
    mkdirSync(uploads, { recursive: true });
    const ops = createBrowser(product.ops);
    for (const [at, name] of FILMS.entries()) {
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
    await viewer.goto(`${product.site}/enter-number`);
    await hydrated(viewer);
    await viewer.getByLabel('Mobile number').fill(VIEWER);
    await viewer.getByRole('button', { name: 'Submit', exact: true }).click();
    await viewer.getByRole('radio', { name: /^Weekly/ }).check();
    await keepScreen(viewer, '8-packages');
    await viewer.getByRole('button', { name: 'Submit', exact: true }).click();
    await viewer.getByLabel('OTP', { exact: true }).fill(await otp());
    await viewer.getByRole('button', { name: 'Accept', exact: true }).click();
    await viewer.waitForURL('**/subscribe/complete');
    await viewer.goto(`${product.site}/video/title-0`);
    await hydrated(viewer);
    await watchButton(viewer).click();
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
