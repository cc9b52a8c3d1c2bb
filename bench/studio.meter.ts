import type { Page } from 'playwright-core';

/** How long a screen takes, in milliseconds from the press. */
export interface Reading {
  /** Until its content is there and no call is under way. */
  readonly read: number;
  /** Until the pictures in sight are there as well. */
  readonly pictured: number;
  /** The calls of it, each with its duration. */
  readonly calls: readonly Call[];
}

export interface Call {
  /** Method and address below `/studio/api/`, without identifiers of this run. */
  readonly name: string;
  readonly ms: number;
  readonly status: number;
}

/** What the page's own script gathers. */
interface Watch {
  open: number;
  readonly ended: { url: string; method: string; ms: number; status: number; from: number }[];
}

declare global {
  interface Window {
    benchWatch: Watch;
  }
}

/** Without a change for so long a screen is done: a call that follows another one has begun. */
const QUIET_MS = 350;
const GIVE_UP_MS = 15_000;

/** Counts the calls of every document that the page opens from now on. */
export async function watchCalls(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watch: Watch = { open: 0, ended: [] };
    window.benchWatch = watch;
    const { fetch } = window;
    window.fetch = async (...given) => {
      const from = performance.now();
      watch.open++;
      try {
        const answer = await fetch(...given);
        const [address, options] = given;
        watch.ended.push({
          url: String(address instanceof Request ? address.url : address),
          method: options?.method ?? 'GET',
          ms: performance.now() - from,
          status: answer.status,
          from,
        });
        return answer;
      } finally {
        watch.open--;
      }
    };
  });
}

/** What is done in the page: words into a field, a press on an element, or a way to an address. */
export type Press =
  | { readonly selector: string; readonly type?: string; readonly opens?: boolean }
  | { readonly to: string; readonly opens?: boolean };

/**
 * Reads how long a press takes. One that `opens` something is done once another heading is there.
 * What is typed is looked for after a pause: there the time counts from the first call.
 */
export async function readingOf(page: Page, press: Press): Promise<Reading> {
  const { calls, ...times } = await page.evaluate(
    async ({ press, quiet, giveUp }) => {
      const { benchWatch: watch } = window;
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const heading = () => [...document.querySelectorAll('h1, dialog h2')].at(-1)?.textContent;
      const headingBefore = heading();
      const before = watch.ended.length;
      const isTyped = 'selector' in press && press.type !== undefined;
      const isReading = () =>
        watch.open > 0 ||
        (isTyped && watch.ended.length === before) ||
        heading() === undefined ||
        (press.opens && heading() === headingBefore) ||
        [...document.querySelectorAll('[role=status]')].some((one) =>
          one.textContent?.trim().endsWith('…'),
        );
      const isPainting = () =>
        [...document.images].some((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          const isInSight = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
          return isInSight && one.src && !one.complete;
        });
      const began = performance.now();
      if ('to' in press) {
        history.pushState(null, '', press.to);
        dispatchEvent(new PopStateEvent('popstate', { state: null }));
      } else {
        const element = document.querySelector<HTMLElement>(press.selector);
        if (!element) throw new Error(`nothing is ${press.selector}`);
        if (press.type === undefined) element.click();
        else {
          element.focus();
          const { set } =
            Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
          set?.call(element, press.type);
          element.dispatchEvent(new Event('input', { bubbles: true }));
        }
      }
      let [read, pictured] = [began, began];
      for (let last = began; performance.now() - last < quiet; ) {
        await frame();
        const now = performance.now();
        if (now - began > giveUp)
          throw new Error(`${watch.open} calls are under way at '${heading()}'`);
        const [reads, paints] = [isReading(), isPainting()];
        if (reads) read = Number.NaN;
        else if (Number.isNaN(read)) read = now;
        if (reads || paints) pictured = Number.NaN;
        else if (Number.isNaN(pictured)) pictured = now;
        if (reads || paints) last = now;
      }
      const calls = watch.ended.slice(before);
      const start = isTyped ? Math.min(...calls.map(({ from }) => from)) : began;
      return {
        read: Math.max(0, read - start),
        pictured: Math.max(0, pictured - start),
        calls,
      };
    },
    { press, quiet: QUIET_MS, giveUp: GIVE_UP_MS },
  );
  return {
    ...times,
    calls: calls.map(({ url, method, ms, status }) => {
      const { pathname, search } = new URL(url, 'http://studio');
      const words = decodeURIComponent(pathname.replace('/studio/api/', '') + search);
      return { name: `${method === 'GET' ? '' : `${method} `}${words}`, ms, status };
    }),
  };
}

/** Waits until the page has come to rest. */
export async function atRest(page: Page): Promise<void> {
  await page.locator('main h1').waitFor();
  await page.waitForLoadState('networkidle');
}
