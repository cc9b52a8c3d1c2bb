/** What a person does in a remote browser, by the words on the screen. */
import { waitUntil } from '../harness/wait-until.ts';
import type { RemoteBrowser } from './remote-browser.ts';

interface Place {
  readonly x: number;
  readonly y: number;
}

/** The middle of the first visible element of `selector` whose text matches, in the window. */
const placeOf = (selector: string, { source }: RegExp) => `(() => {
  const one = [...document.querySelectorAll(${JSON.stringify(selector)})].find((element) =>
    new RegExp(${JSON.stringify(source)}).test(element.getAttribute('aria-label') ?? element.innerText.trim()) &&
    !element.disabled && element.getClientRects().length > 0);
  if (!one || 'bonisaEarlyPress' in window) return null;
  one.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y, width, height } = one.getBoundingClientRect();
  return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
})()`;

/** Presses an element with the mouse, once it is there and the page is usable. */
export async function press(
  browser: RemoteBrowser,
  selector: string,
  name = /(?:)/,
): Promise<void> {
  let before: Place | undefined;
  const { x, y } = await waitUntil(`${selector} ${name} is there and stands still`, async () => {
    const now = await browser.evaluate<Place | null>(placeOf(selector, name));
    const isStill = now !== null && now.x === before?.x && now.y === before.y;
    before = now ?? undefined;
    return isStill ? now : undefined;
  });
  await browser.perform([
    {
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [
        { type: 'pointerMove', x, y, duration: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    },
  ]);
}

/** Moves the mouse over an element, from its upper part to its middle. */
export async function hover(browser: RemoteBrowser, selector: string): Promise<void> {
  const { x, y } = await waitUntil(`${selector} is there`, () =>
    browser.evaluate<Place | null>(placeOf(selector, /(?:)/)),
  );
  const to = (down: number) => ({ type: 'pointerMove', x, y: y + down, duration: 0 });
  await browser.perform([
    {
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [to(-9), to(0)],
    },
  ]);
}

/** Types into the element that has the focus. */
export async function type(browser: RemoteBrowser, text: string): Promise<void> {
  const keys = [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
  await browser.perform([{ type: 'key', id: 'keys', actions: keys }]);
}
