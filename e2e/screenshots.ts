/**
 * Takes a picture of every screen in every state, at phones, tablets and desks, on a phone held
 * sideways, and at double letter size: `node e2e/screenshots.ts OUT_DIR [URL]`. Without a URL it
 * starts a product of its own; a product at URL must run with TEST_CLOCK=1 and LIMITS=off (pass
 * its CARRIER_SIM_PORT and OPS_PORT). `SIZES=360,text` takes some of the sizes, `TOURS=browsing`
 * some of the tours.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { deviceOptions, gotoUsable, launchChromium } from './harness/chromium.ts';
import { type Product, productReady, startProduct } from './harness/product.ts';
import { TOURS, type Tour } from './harness/tours.ts';

interface Size extends BrowserContextOptions {
  readonly name: string;
  readonly device: 'phone' | 'desk';
  /** The letter size against the usual one. */
  readonly letters?: number;
}

const phone = (name: string, width: number, height: number, deviceScaleFactor = 2): Size => ({
  ...{ name, device: 'phone', viewport: { width, height }, deviceScaleFactor },
});
const desk = (name: string, width: number, height: number): Size => ({
  ...{ name, device: 'desk', viewport: { width, height }, deviceScaleFactor: 1 },
});

const SIZES: readonly Size[] = [
  phone('360', 360, 740),
  phone('412', 412, 915),
  phone('768', 768, 1024, 1),
  desk('1280', 1280, 800),
  desk('1920', 1920, 1080),
  phone('740x360', 740, 360),
  { ...phone('text', 360, 740), letters: 2 },
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
    const [sizes, tours] = [wanted('SIZES'), wanted('TOURS')];
    for (const size of SIZES.filter(sizes)) {
      for (const tour of TOURS.filter(tours))
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

/** Whether a list of names in a variable has one; without the variable all are wanted. */
function wanted(variable: string): (one: { readonly name: string }) => boolean {
  const names = process.env[variable]?.split(',');
  return ({ name }) => names === undefined || names.includes(name);
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
  readonly size: Size;
  readonly tour: Tour;
  readonly into: string;
}

async function walkWithCamera({
  browser,
  product,
  size: { device, letters = 1, name: _, ...size },
  tour,
  into,
}: Walk): Promise<void> {
  mkdirSync(into, { recursive: true });
  const context = await browser.newContext({
    ...deviceOptions(device, browser.version()),
    baseURL: product[tour.at],
    reducedMotion: 'reduce',
    ...size,
  });
  if (letters !== 1)
    await context.addInitScript((share) => {
      const enlarge = () => {
        document.documentElement.style.fontSize = `${share * 100}%`;
      };
      addEventListener('DOMContentLoaded', enlarge);
    }, letters);
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
