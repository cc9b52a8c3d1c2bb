import type { Browser, CDPSession, Page } from 'playwright-core';
import { CONDITIONS, NETWORKS, type Network } from './page.budgets.ts';

export interface SlowPhone {
  readonly page: Page;
  readonly session: CDPSession;
}

interface PhoneOptions {
  readonly url: string;
  readonly cookies?: ReadonlyMap<string, string> | undefined;
  /** Runs in each page before its own scripts. */
  readonly probe: () => void;
}

/** Works on a page as a cheap phone has it, in a fresh browser context with an empty cache. */
export async function withPhone<Result>(
  browser: Browser,
  { url, cookies = new Map(), probe }: PhoneOptions,
  work: (phone: SlowPhone) => Promise<Result>,
): Promise<Result> {
  const { viewport, deviceScaleFactor, cpu } = CONDITIONS;
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
  });
  try {
    // For the whole origin: with a page's address, the cookies would apply only beside that page.
    const { origin } = new URL(url);
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: origin })));
    await context.addInitScript(probe);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    return await work({ page, session });
  } finally {
    await context.close();
  }
}

/** Slows the line of a page, where Chromium has to imitate one. */
export async function slowDown(session: CDPSession, network: Network): Promise<void> {
  if (network === 'real') return;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...NETWORKS[network] });
}
