// A16, interfaces 'Subscribing': the guard's script in a real browser.

import type { FraudRuling } from '@bonisa/people/fraud/fraud.port';
import {
  type Browser,
  type BrowserContextOptions,
  devices,
  type Frame,
  type Page,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../harness/chromium.ts';
import { type GuardPage, startGuardPage } from './guard-page.test-kit.ts';

declare global {
  interface Window {
    ready: boolean;
    ruling: FraudRuling | undefined;
    sent: string[];
    newKit(): Promise<void>;
    judge(token: string): Promise<void>;
  }
}

let site: GuardPage;
let browser: Browser;
const complaints: string[] = [];

beforeAll(async () => {
  site = await startGuardPage();
  browser = await launchChromium();
});

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  expect(complaints.splice(0)).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

async function open(options: BrowserContextOptions = {}, path = '/'): Promise<Page> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(site.address + path);
  if (path === '/') await page.waitForFunction(() => window.ready);
  return page;
}

async function rulingOf(page: Page | Frame): Promise<FraudRuling> {
  const handle = await page.waitForFunction(() => window.ruling);
  return (await handle.jsonValue()) as FraudRuling;
}

async function again(page: Page): Promise<void> {
  await page.evaluate(async () => {
    window.ruling = undefined;
    await window.newKit();
  });
}

describe('an honest press is accepted', () => {
  it('by mouse, though a program drives the browser', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Accept' }).click();
    const { allowed, verdict } = await rulingOf(page);
    expect(verdict).toMatchObject({
      decision: 'pass',
      reasons: [],
      suspicions: ['automation'],
      provider: 'guard',
      mode: 'enforce',
    });
    expect(verdict.evidence).toMatchObject({
      trusted: true,
      via: 'mouse',
      covered: 0,
      hidden: false,
      framed: false,
      webdriver: true,
      downs: 1,
    });
    expect(allowed).toBe(true);
  });

  it('by finger', async () => {
    const page = await open(devices['Pixel 7']);
    await page.getByRole('button', { name: 'Accept' }).tap();
    const { verdict } = await rulingOf(page);
    expect(verdict).toMatchObject({ decision: 'pass', reasons: [] });
    expect(verdict.evidence).toMatchObject({ via: 'touch', platform: 'Android', mobile: true });
  });

  it('by mouse on a phone', async () => {
    const page = await open(devices['Galaxy S9+']);
    await page.getByRole('button', { name: 'Accept' }).click();
    expect((await rulingOf(page)).verdict).toMatchObject({ decision: 'pass', reasons: [] });
  });

  it.each(['Enter', 'Space'])('by the key %s on the button', async (key) => {
    const page = await open();
    await page.getByRole('button', { name: 'Accept' }).focus();
    await page.keyboard.press(key);
    const { verdict } = await rulingOf(page);
    expect(verdict).toMatchObject({ decision: 'pass', reasons: [] });
    expect(verdict.evidence).toMatchObject({ via: 'key', downs: 0 });
  });

  it('by Enter in the field, right after the code was pasted', async () => {
    const page = await open();
    await page.getByLabel('OTP').fill('1234');
    await page.getByLabel('OTP').press('Enter');
    expect((await rulingOf(page)).verdict).toMatchObject({ decision: 'pass', reasons: [] });
  });

  it('without any movement before it', async () => {
    const page = await open();
    const box = await page.getByRole('button', { name: 'Accept' }).boundingBox();
    if (!box) throw new Error('no button');
    const at = { x: box.x + 10, y: box.y + 10, button: 'left' as const, clickCount: 1 };
    const session = await page.context().newCDPSession(page);
    await session.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at });
    await session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at });
    const { verdict } = await rulingOf(page);
    expect(verdict).toMatchObject({ decision: 'pass', reasons: [] });
    expect(verdict.evidence).toMatchObject({ moves: 0 });
  });

  it('on a button that was rendered again after the script had loaded', async () => {
    const page = await open();
    await page.evaluate(() => {
      const button = document.querySelector('#accept');
      button?.replaceWith(button.cloneNode(true));
    });
    await page.getByRole('button', { name: 'Accept' }).click();
    expect((await rulingOf(page)).verdict.reasons).toEqual([]);
  });

  it('below a transparent layer, below a container that paints nothing, and half covered by a painted one', async () => {
    const page = await open();
    await page.evaluate(() => {
      document.body.insertAdjacentHTML(
        'beforeend',
        '<div id="toasts"></div><div id="veil"></div><div id="bar"></div>',
      );
      Object.assign((document.querySelector('#toasts') as HTMLElement).style, {
        position: 'fixed',
        inset: '0',
        pointerEvents: 'none',
      });
      Object.assign((document.querySelector('#veil') as HTMLElement).style, {
        position: 'fixed',
        inset: '0',
        pointerEvents: 'none',
        background: 'rgba(0, 0, 0, 0.3)',
      });
      const box = document.querySelector('#accept')?.getBoundingClientRect();
      Object.assign((document.querySelector('#bar') as HTMLElement).style, {
        position: 'fixed',
        left: '0',
        width: '100%',
        top: `${(box?.bottom ?? 0) - 15}px`,
        height: '60px',
        background: 'black',
      });
    });
    await page.getByRole('button', { name: 'Accept' }).click({ position: { x: 20, y: 10 } });
    expect((await rulingOf(page)).verdict.reasons).toEqual([]);
  });

  it('with a new token for each: the newer guard judges, the older one stops', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Accept' }).click();
    expect((await rulingOf(page)).allowed).toBe(true);
    await again(page);
    await page.evaluate(() => {
      (window as unknown as { seals: number }).seals = 0;
      document.addEventListener(
        'dcbprotect:sealed',
        () => (window as unknown as { seals: number }).seals++,
      );
    });
    await page.getByRole('button', { name: 'Accept' }).click();
    expect((await rulingOf(page)).allowed).toBe(true);
    expect(await page.evaluate(() => (window as unknown as { seals: number }).seals)).toBe(1);
  });
});

describe('a press without a person is refused', () => {
  it('by a script', async () => {
    const page = await open();
    await page.evaluate(() => document.querySelector<HTMLElement>('#accept')?.click());
    const { allowed, verdict } = await rulingOf(page);
    expect(verdict.reasons).toEqual(['untrusted_event']);
    expect(allowed).toBe(false);
  });

  it('by a script after an honest press', async () => {
    const page = await open();
    // The page swallows the honest press, as if the code were too short.
    await page.evaluate(() => {
      const hold = (event: Event) => {
        event.preventDefault();
        event.stopPropagation();
      };
      document.querySelector('#form')?.addEventListener('submit', hold, { once: true });
    });
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.evaluate(() => document.querySelector<HTMLElement>('#accept')?.click());
    expect((await rulingOf(page)).verdict.reasons).toEqual(['untrusted_event']);
  });

  it('when the form was submitted by a script', async () => {
    const page = await open();
    await page.evaluate(() => document.querySelector<HTMLFormElement>('#form')?.requestSubmit());
    expect((await rulingOf(page)).verdict.reasons).toEqual(['no_press']);
  });

  it.each(['', 'pointer-events: none !important; '])(
    'below a picture that lets presses through (%s)',
    async (style) => {
      const page = await open();
      const written = `${style}position: fixed; inset: 0px; background: white; pointer-events: none;`;
      await page.evaluate((css) => {
        const overlay = document.createElement('div');
        overlay.id = 'overlay';
        overlay.style.cssText = css;
        document.body.append(overlay);
      }, written);
      const before = await page.locator('#overlay').getAttribute('style');
      await page.getByRole('button', { name: 'Accept' }).click();
      expect((await rulingOf(page)).verdict.reasons).toEqual(['covered']);
      const after = await page
        .locator('#overlay')
        .evaluate((element: HTMLElement) => [
          element.style.pointerEvents,
          element.style.getPropertyPriority('pointer-events'),
        ]);
      expect(after).toEqual(['none', before?.includes('!important') ? 'important' : '']);
    },
  );

  it('below a picture that disappears at the touch', async () => {
    const page = await open();
    await page.evaluate(() => {
      const overlay = document.createElement('div');
      overlay.style.cssText = 'position:fixed;inset:0;background:white;pointer-events:none';
      document.body.append(overlay);
      addEventListener('pointerdown', () => overlay.remove());
    });
    await page.getByRole('button', { name: 'Accept' }).click();
    expect((await rulingOf(page)).verdict.reasons).toEqual(['covered']);
  });

  it('on a label elsewhere that belongs to the button', async () => {
    const page = await open();
    await page.evaluate(() =>
      document.body.insertAdjacentHTML(
        'beforeend',
        '<p><br><br><br><br><label for="accept" id="lure">Play the film</label></p>',
      ),
    );
    await page.locator('#lure').click();
    expect((await rulingOf(page)).verdict.reasons).toEqual(['covered']);
  });

  it.each([
    ['opacity 0', 'opacity:0'],
    ['opacity 0.01 of what it stands in', 'opacity:0.01'],
  ])('with %s', async (_name, style) => {
    const page = await open();
    await page.evaluate(
      (css) =>
        document
          .querySelector<HTMLElement>('main')
          ?.style.setProperty(...(css.split(':') as [string, string])),
      style,
    );
    await page.getByRole('button', { name: 'Accept' }).click();
    expect((await rulingOf(page)).verdict.reasons).toEqual(['hidden']);
  });

  it('with neither text nor background', async () => {
    const page = await open();
    await page.addStyleTag({ content: '#accept{color:transparent;background:none}' });
    await page.getByRole('button', { name: 'Accept' }).click();
    expect((await rulingOf(page)).verdict.reasons).toEqual(['hidden']);
  });

  it('in a frame', async () => {
    const page = await open({}, '/framing');
    const frame = await page
      .waitForFunction(() => document.querySelector('iframe')?.contentWindow)
      .then(() => page.frames()[1]);
    if (!frame) throw new Error('no frame');
    await frame.waitForFunction(() => window.ready);
    await frame.getByRole('button', { name: 'Accept' }).click();
    expect((await rulingOf(frame)).verdict.reasons).toEqual(['framed']);
  });

  it('when the token is used a second time', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Accept' }).click();
    expect((await rulingOf(page)).allowed).toBe(true);
    await page.evaluate(() => {
      window.ruling = undefined;
      return window.judge(window.sent[0] ?? '');
    });
    const { allowed, verdict } = await rulingOf(page);
    expect(verdict.reasons).toEqual(['replay']);
    expect(allowed).toBe(false);
  });
});
