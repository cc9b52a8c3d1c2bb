import { createPerson, createSession } from '@bonisa/backoffice/staff/staff.test-kit';
import { mediaReady } from '@bonisa/content/catalogue.test-kit';
import { ROWS, videoRow } from '@bonisa/content/editing/rows.test-kit';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { createTestProduct, type TestProduct } from '../../apps/server/src/app.test-kit.ts';
import { freePort } from '../../scripts/free-ports.ts';
import { launchChromium } from '../harness/chromium.ts';

/**
 * The studio with a small catalogue, a publisher signed in, and a page of a browser for each test.
 * Call it once in a test file, outside of tests.
 */
export function useStudioForms() {
  let product: TestProduct;
  let browser: Browser;
  let studio: string;
  let context: BrowserContext;
  let page: Page;
  let headers: Record<string, string>;
  const complaints: string[] = [];
  beforeAll(async () => {
    const port = await freePort();
    studio = `http://localhost:${port}`;
    product = await createTestProduct({ STUDIO_PORT: String(port), LIMITS: 'off' });
    await product.app.packages.service.start();
    await mediaReady(product.app.catalogue.service);
    const draft = { assetId: null, published: false };
    await apply(
      ...ROWS,
      { kind: 'person', slug: 'thandi', name: 'Thandi' },
      ...['alpha', 'beta'].map((key) => videoRow({ key, slug: key, title: key, ...draft })),
    );
    await (await product.studio()).listen({ host: '127.0.0.1', port });
    browser = await launchChromium();
    const { cookie } = await createSession(product, await createPerson(product, ['publisher']));
    headers = { cookie: `bonisa_studio=${cookie}` };
  });
  afterAll(async () => {
    await browser?.close();
    await product.close();
  });
  beforeEach(async () => {
    context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const [name = '', value = ''] = headers.cookie?.split('=') ?? [];
    await context.addCookies([{ name, value, url: studio, httpOnly: true, sameSite: 'Strict' }]);
    page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
  });
  afterEach(async () => {
    await context.close();
    expect(complaints.splice(0)).toEqual([]);
  });

  async function apply(...rows: object[]): Promise<void> {
    expect((await product.app.catalogue.editing.apply(rows)).problems).toEqual([]);
  }

  const field = (label: string) => page.getByLabel(label, { exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  /** The fields of an entry as they are stored. */
  async function stored(kind: string, key: string): Promise<Record<string, unknown>> {
    const answer = await fetch(`${studio}/studio/api/catalogue/entries/${kind}/${key}`, {
      headers,
    });
    return ((await answer.json()) as { fields: Record<string, unknown> }).fields;
  }

  /** Holds what the page sends by PUT until it is let go. */
  async function holdSaves(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/studio/api/**', async (route) => {
      if (route.request().method() === 'PUT') await promise;
      await route.continue();
    });
    return resolve;
  }

  /** Types at the end of the title, as a person who is not done with it. */
  async function goOnTyping(text: string): Promise<void> {
    await field('Title').press('End');
    await page.keyboard.type(text);
  }

  /** Opens a screen, and a section of its form, until the field of this label is in sight. */
  async function open(path: string, label = 'Title', section?: string): Promise<void> {
    await page.goto(`${studio}${path}`);
    if (section) await page.locator('summary', { hasText: section }).click();
    await field(label).waitFor();
  }

  return {
    address: () => studio,
    page: () => page,
    context: () => context,
    ...{ apply, field, button, stored, holdSaves, goOnTyping, open },
  };
}
