// A browser's tab that stays open while the service is replaced, and what goes wrong in it.
import type { Browser, Page } from 'playwright-core';
import { deviceOptions, hydrated } from '../harness/chromium.ts';

export interface OpenTab {
  readonly page: Page;
  /** Errors of the console and of scripts, and answers of 400 or more, the newest last. */
  readonly troubles: string[];
  /** How many documents it has loaded. */
  documents(): number;
  /** Follows a link of the page that is shown; returns how many documents that loaded. */
  follow(path: string): Promise<number>;
  close(): Promise<void>;
}

/** Opens a page in a browser of its own, service worker included, and waits until it is usable. */
export async function openTab(browser: Browser, url: string, path: string): Promise<OpenTab> {
  const context = await browser.newContext({
    ...deviceOptions('desk', browser.version()),
    baseURL: url,
  });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const troubles: string[] = [];
  let documents = 0;
  page.on('domcontentloaded', () => {
    documents++;
  });
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => troubles.push(`${error.stack}`));
  page.on('response', (response) => {
    if (response.status() >= 400) troubles.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(path);
  await hydrated(page);
  return {
    page,
    troubles,
    documents: () => documents,
    follow: async (to) => {
      const before = documents;
      await page.locator(`a[href="${to}"]:visible`).first().click();
      await page.waitForURL((address) => address.pathname === to);
      await page.locator('h1').first().waitFor();
      await hydrated(page);
      return documents - before;
    },
    close: () => context.close(),
  };
}
