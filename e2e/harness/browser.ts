/**
 * One Chromium for a test file. Each visit is a separate phone or desktop; any error in it fails
 * the test.
 */
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { deviceOptions, gotoUsable, launchChromium } from './chromium.ts';
import { usedNumbers } from './handset.ts';
import { type Product, productReady } from './product.ts';

/** For each wait on a page. The machine may be busy with other tests. */
const PATIENCE_MS = 60_000;

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly product: Product;
  /** Opens a path of the site and waits until the page is usable. */
  goto(path: string): Promise<void>;
  /** Accepts browser errors that match, because the test causes them. */
  tolerate(pattern: RegExp): void;
  /** A second tab of the same browser. */
  tab(): Promise<Page>;
}

export interface VisitOptions extends BrowserContextOptions {
  /** `phone`: 360 x 740 with a finger; `desk`: 1280 x 800 with a mouse. */
  readonly device?: 'phone' | 'desk';
  /**
   * The base address of the visit where it is not the product's own, such as the mobile network's.
   */
  readonly at?: string;
}

export interface TestBrowser {
  visit(options?: VisitOptions): Promise<Visit>;
  product(): Product;
}

/** Call it once in a test file, outside of tests. */
export function useBrowser(): TestBrowser {
  const product = inject('product');
  const complaints: string[] = [];
  let browser: Browser | undefined;
  let logRead = 0;

  beforeAll(async () => {
    browser = await launchChromium();
    await productReady(product);
  });

  afterEach(async () => {
    for (const context of browser?.contexts() ?? []) await context.close();
    expect(complaints.splice(0)).toEqual([]);
    const told = product.log ? readFileSync(product.log, 'utf8') : '';
    expect(faultsOfLog(told.slice(logRead))).toEqual([]);
    logRead = told.length;
  });

  afterAll(async () => {
    await browser?.close();
  });

  return {
    product: () => product,
    visit: async ({ device = 'phone', at = product.site, ...options } = {}) => {
      if (!browser) throw new Error('The browser is not there yet.');
      // A service worker would bypass `page.route`, so a test must request it explicitly.
      const context = await browser.newContext({
        ...deviceOptions(device, browser.version()),
        baseURL: at,
        serviceWorkers: 'block',
        ...options,
      });
      context.setDefaultTimeout(PATIENCE_MS);
      const tolerated = listenForTrouble(context, product, complaints);
      const page = await context.newPage();
      return {
        page,
        context,
        product,
        goto: (path) => gotoUsable(page, path),
        tolerate: (pattern) => tolerated.push(pattern),
        tab: () => context.newPage(),
      };
    },
  };
}

/**
 * Collects console errors, script errors, server errors, and requests to other sites; axeViolations
 * of the content security policy are console errors.
 */
function listenForTrouble(
  context: BrowserContext,
  product: Product,
  complaints: string[],
): RegExp[] {
  const tolerated: RegExp[] = [];
  const own = new Set(
    [product.site, product.carrier, product.mobile].map((address) => new URL(address).host),
  );
  const complain = (complaint: string): void => {
    if (!tolerated.some((pattern) => pattern.test(complaint))) complaints.push(complaint);
  };
  context.on('console', (message) => {
    if (message.type() === 'error')
      complain(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => complain(`script: ${error.error().stack}`));
  context.on('response', (response) => {
    if (response.status() >= 500) complain(`answer: ${response.status()} ${response.url()}`);
  });
  context.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http') && !own.has(host)) complain(`stranger: ${request.url()}`);
  });
  return tolerated;
}

/**
 * The faults in the product's log: a used number, or an error (a failing third party is no error).
 */
function faultsOfLog(text: string): string[] {
  const numbers = usedNumbers.flatMap((msisdn) => [msisdn, `0${msisdn.slice(2)}`]);
  const isError = (line: string): boolean =>
    /"level":"(error|fatal)"/.test(line) && !/"code":"(carrier|fraud)_unavailable"/.test(line);
  return text
    .split('\n')
    .filter((line) => isError(line) || numbers.some((number) => line.includes(number)));
}
