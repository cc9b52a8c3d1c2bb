/**
 * Takes a picture of every screen in every state at three widths: `node e2e/screenshots.ts OUT_DIR
 * [URL]`. Without a URL it starts a product of its own; a product at URL must run with TEST_CLOCK=1
 * and LIMITS=off (pass its CARRIER_SIM_PORT and OPS_PORT).
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { deviceOptions, gotoUsable, launchChromium } from './harness/chromium.ts';
import { type Product, productReady, startProduct } from './harness/product.ts';
import { TOURS, type Tour } from './harness/tours.ts';

const SIZES: readonly (BrowserContextOptions & { readonly name: string })[] = [
  { name: '360', viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 },
  {
    name: '768',
    viewport: { width: 768, height: 1024 },
    deviceScaleFactor: 1,
    isMobile: true,
    hasTouch: true,
  },
  { name: '1280', viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
];

const [folder, url] = process.argv.slice(2);
if (!folder) {
  console.error('Say where to: node e2e/screenshots.ts OUT_DIR [URL]');
  process.exitCode = 1;
} else {
  await photograph(folder, url);
}

async function photograph(into: string, site: string | undefined): Promise<void> {
  const started =
    site === undefined ? await startProduct() : { product: productAt(site), stop: async () => {} };
  const browser = await launchChromium();
  try {
    await productReady(started.product);
    for (const size of SIZES) {
      for (const tour of TOURS)
        await walkWithCamera({
          browser,
          product: started.product,
          size,
          tour,
          into: join(into, size.name),
        });
    }
  } finally {
    await browser.close();
    await started.stop();
  }
}

function productAt(site: string): Product {
  const carrier = Number(process.env.CARRIER_SIM_PORT ?? 3900);
  const at = (port: number | string): string => `http://localhost:${port}`;
  return {
    site,
    ops: at(process.env.OPS_PORT ?? 3001),
    studio: at(process.env.STUDIO_PORT ?? 3002),
    carrier: at(carrier),
    mobile: at(carrier + 1),
    log: '',
  };
}

interface Walk {
  readonly browser: Browser;
  readonly product: Product;
  readonly size: (typeof SIZES)[number];
  readonly tour: Tour;
  readonly into: string;
}

async function walkWithCamera({
  browser,
  product,
  size: { name, ...size },
  tour,
  into,
}: Walk): Promise<void> {
  mkdirSync(into, { recursive: true });
  const device = name === '1280' ? 'desk' : 'phone';
  const context = await browser.newContext({
    ...deviceOptions(device, browser.version()),
    baseURL: product[tour.at],
    reducedMotion: 'reduce',
    ...size,
  });
  const page = await context.newPage();
  const visit = {
    page,
    context,
    product,
    goto: (path: string) => gotoUsable(page, path),
    tolerate: () => {},
    tab: () => context.newPage(),
  };
  await tour.walk(visit, async (screen) => {
    await page.evaluate(() => document.fonts.ready);
    await showPictures(page);
    await page.screenshot({ path: join(into, `${screen}.png`) });
    await page.screenshot({ path: join(into, `${screen}.whole.png`), fullPage: true });
  });
  await context.close();
}

/** Loads every picture of the page, also below the fold, and waits for them. */
async function showPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pictures = [...document.images].filter((picture) => picture.checkVisibility());
    for (const picture of pictures) picture.loading = 'eager';
    await Promise.allSettled(pictures.map((picture) => picture.decode()));
  });
}
