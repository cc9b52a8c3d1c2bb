/** What a page in isiZulu says in English, and which of its texts name another language. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Visit } from './browser.ts';
import {
  englishAmong,
  englishSaidOtherwise,
  saidAlike,
  textsIn,
  textsOn,
  unnamedProse,
} from './spoken-words.ts';

const BRAND = 'Bonisa';
/** Longer than a page is cached. */
const WITHIN_MS = 60_000;
const said = englishSaidOtherwise('zu');

/** The texts of the catalogue that a page was made of: what its loaders returned. */
async function dataOf(page: Page, path: string): Promise<ReadonlySet<string>> {
  const { pathname, search } = new URL(path, page.url());
  const address = `${pathname === '/' ? '/_root' : pathname}.data${search}`;
  const answer = await page.request.get(address);
  if (answer.status() === 404) return new Set([BRAND]);
  expect([address, answer.status()]).toEqual([address, 200]);
  const [first = ''] = (await answer.text()).split('\n');
  return new Set([...textsIn(JSON.parse(first)), BRAND]);
}

/** What a page says in English of ours, and what it says as the English page does. */
async function englishOn(page: Page, path: string, english: Visit): Promise<readonly string[]> {
  const [texts, data] = [await textsOn(page), await dataOf(page, path)];
  await english.goto(path);
  const others = await textsOn(english.page);
  // The list of English words finds them where they are.
  expect(englishAmong(others, said).length).toBeGreaterThan(15);
  return [...englishAmong(texts, said, data), ...saidAlike(texts, others, data)];
}

/**
 * Expects that nothing on a page is English of ours, nor the same as on the English page. The demo
 * grows and other tests move the clock, so a page and its data may be of two moments: then they are
 * read again.
 */
export async function expectZulu(page: Page, english: Visit): Promise<void> {
  const { pathname, search } = new URL(page.url());
  const path = pathname + search;
  let found = await englishOn(page, path, english);
  for (const until = Date.now() + WITHIN_MS; found.length > 0 && Date.now() < until; ) {
    await page.reload();
    found = await englishOn(page, path, english);
  }
  expect([path, ...found]).toEqual([path]);
}

/** Texts of the catalogue that say their language. */
export const NAMED = '[lang=en]:is(h1, h2, p, .tile-name, .search-name)';

/** Expects that the catalogue's texts name their language, and need not on the English page. */
export async function expectNamedProse(page: Page, english: Visit): Promise<void> {
  const { pathname, search } = new URL(page.url());
  const path = pathname + search;
  await english.goto(path);
  const [data, others] = [await dataOf(page, path), await dataOf(english.page, path)];
  // What the catalogue has is the same in both.
  const prose = new Set([...data].filter((text) => text !== BRAND && others.has(text)));
  expect([path, ...(await unnamedProse(page, prose, 'zu'))]).toEqual([path]);
  expect(await english.page.locator(`html[data-prose], ${NAMED}`).count()).toBe(0);
}
