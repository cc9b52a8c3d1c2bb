// The site in isiZulu: a subscriber who watches, opens the sheets, the account and Help meets no
// English words of the interface. S7 S8 R10.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from './harness/browser.ts';
import { flowPage, followMainLink } from './harness/flow.page.ts';
import { newHandset } from './harness/handset.ts';
import { waitForPlayback } from './harness/playback.ts';

const { visit, product } = useBrowser();

const TITLE = '/video/isibane';
const wordsOf = (language: string): Readonly<Record<string, string>> =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, `../apps/web/app/words/${language}.json`), 'utf8'),
  );
const EN = wordsOf('en');
const ZU = wordsOf('zu');

function zu(key: string): string {
  const text = ZU[key];
  if (text === undefined) throw new Error(`There are no words ${key} in isiZulu.`);
  return text;
}

/** What is between values and elements must have so many letters to be told from other texts. */
const FEWEST_LETTERS = 8;

/** English texts of the interface as patterns; those that isiZulu shares are left out. */
const ENGLISH: readonly RegExp[] = Object.entries(EN)
  .filter(([key, text]) => ZU[key] !== text && !text.includes(', plural,'))
  .flatMap(([, text]) => {
    const parts = text.replaceAll(/<\/?\w+>/g, '').split(/\{\w+\}/);
    const letters = parts.join('').replaceAll(/\P{L}/gu, '').length;
    if (letters < (parts.length === 1 ? 1 : FEWEST_LETTERS)) return [];
    return [new RegExp(`^${parts.map(escaped).join('.+')}$`)];
  });

function escaped(text: string): string {
  return text.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Everything that the page shows or tells: lines of text, labels, hints and placeholders. */
async function textsOn(page: Page): Promise<readonly string[]> {
  const found = await page.evaluate(() => {
    const attributes = ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext'];
    const all = [...document.body.querySelectorAll('*')].filter((one) => one.checkVisibility());
    return [
      document.body.innerText,
      document.title,
      ...all.flatMap((one) => attributes.map((name) => one.getAttribute(name) ?? '')),
      ...all.filter((one) => one.childElementCount === 0).map((one) => one.textContent ?? ''),
    ];
  });
  return found.flatMap((text) => text.split('\n')).map((text) => text.trim());
}

async function englishOn(page: Page): Promise<readonly string[]> {
  const texts = await textsOn(page);
  expect(texts.join('').length).toBeGreaterThan(200);
  return [...new Set(texts)].filter((text) => ENGLISH.some((pattern) => pattern.test(text)));
}

describe('a subscriber who reads isiZulu', () => {
  it('meets no English words in the player, its sheets, the account and Help', async () => {
    const phone = await visit();
    const { page } = phone;
    const flow = flowPage(phone);
    await flow.open(`${TITLE}?play=1`);
    await flow.subscribe(newHandset(product()), 'Weekly');
    await followMainLink(page);
    await waitForPlayback(page);
    // In English the same pages are full of what the test looks for.
    await phone.goto('/profile/help');
    expect((await englishOn(page)).length).toBeGreaterThan(5);

    await page
      .context()
      .addCookies([{ name: 'bonisa_language', value: 'zu', url: product().site }]);
    const found: Record<string, readonly string[]> = {};
    await phone.goto(TITLE);
    expect(await page.locator('html').getAttribute('lang')).toBe('zu-ZA');
    found['the watch page'] = await englishOn(page);
    await page.goto(`${TITLE}?play=1`);
    await waitForPlayback(page);
    await page.locator('.controls').waitFor();
    found['the controls'] = await englishOn(page);
    await page.keyboard.press('?');
    const sheet = page.locator('dialog.player-sheet[open]');
    await sheet.getByRole('heading', { name: zu('player.keys') }).waitFor();
    found['the keys'] = await englishOn(page);
    await sheet.getByRole('button', { name: zu('player.done') }).click();
    await page.getByRole('button', { name: zu('player.settings') }).click();
    await sheet.getByRole('heading', { name: zu('player.settings') }).waitFor();
    found['the settings'] = await englishOn(page);

    await phone.goto('/profile/account');
    await page.getByRole('heading', { name: zu('account.payments') }).waitFor();
    found['the account'] = await englishOn(page);
    await page.getByRole('button', { name: zu('account.change') }).click();
    await page.getByRole('radio').first().check();
    found['the change of the package'] = await englishOn(page);
    await page.getByRole('button', { name: zu('account.cancel') }).click();
    await page.getByRole('dialog').waitFor();
    found['the question before the end'] = await englishOn(page);
    for (const path of ['feedback', 'data', 'invite', 'help']) {
      await phone.goto(`/profile/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      found[path] = await englishOn(page);
    }
    await page.getByRole('searchbox').fill('khansela');
    await page.locator('#stop').waitFor();
    found['an answer'] = await englishOn(page);
    await phone.goto('/terms-and-conditions');
    await page.getByText(zu('legal.in_english')).waitFor();
    expect(Object.entries(found).filter(([, texts]) => texts.length > 0)).toEqual([]);
  });
});
