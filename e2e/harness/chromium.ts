/** Chromium for these tests, with or without vitest. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const USUAL = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium-headless-shell',
];
/** No requests to the vendor, and no features that a server without a screen lacks. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** The browser that `CHROMIUM_PATH` names, or the system's. */
export function chromiumPath(): string {
  const path = process.env.CHROMIUM_PATH || USUAL.find((usual) => existsSync(usual));
  if (!path) throw new Error('The browser tests need a Chromium: install it or set CHROMIUM_PATH.');
  return path;
}

/** Starts a browser; `more` starts it elsewhere, with further arguments. */
export function launchChromium(
  more: { readonly executablePath?: string; readonly args?: readonly string[] } = {},
): Promise<Browser> {
  const executablePath = more.executablePath ?? chromiumPath();
  return chromium.launch({ executablePath, args: [...ARGUMENTS, ...(more.args ?? [])] });
}

export function deviceOptions(device: 'phone' | 'desk', version: string): BrowserContextOptions {
  const major = version.split('.')[0];
  const place = {
    locale: 'en-ZA',
    timezoneId: 'Africa/Johannesburg',
    colorScheme: 'dark',
  } as const;
  if (device === 'desk') return { ...place, viewport: { width: 1280, height: 800 } };
  return {
    ...place,
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    userAgent: `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Mobile Safari/537.36`,
  };
}

/**
 * Opens a page and waits until it is usable: after hydration, or as soon as it waits for a press
 * that needs its script.
 */
export async function gotoUsable(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => {
    const { bonisaEarlyPress: early } = window as { bonisaEarlyPress?: { isWaiting: boolean } };
    return !early || early.isWaiting;
  });
}

/** Waits for hydration: the early-press listener has handed over and is removed. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => !('bonisaEarlyPress' in window));
}
