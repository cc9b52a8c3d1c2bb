import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { expect, it } from 'vitest';

const SCRIPT = readFileSync(new URL('old-browser.js', import.meta.url), 'utf8');

/** The names that a browser of 2020 lacks, and the script adds. */
const LACKED = `
  for (const name of ['at', 'findLast', 'toReversed', 'toSorted', 'toSpliced'])
    delete Array.prototype[name];
  delete String.prototype.replaceAll;
  delete Object.hasOwn;`;

/** As much of an element as a dialog needs. */
class HTMLElement extends EventTarget {
  readonly #attributes = new Map<string, string>();
  readonly focused: string[] = [];
  setAttribute = (name: string, value: string) => this.#attributes.set(name, value);
  removeAttribute = (name: string) => this.#attributes.delete(name);
  hasAttribute = (name: string) => this.#attributes.has(name);
  querySelector = (what: string) => ({ focus: () => this.focused.push(what) });
}

/** What `expression` is in such a browser, once the script has run. */
function inOldBrowser(expression: string): unknown {
  const platform = { EventTarget, Event, AbortSignal, AbortController, DOMException, HTMLElement };
  const page = createContext({ ...platform, document: new EventTarget() });
  runInContext(`const window = globalThis; ${LACKED}`, page);
  runInContext(SCRIPT, page);
  return JSON.parse(`${runInContext(`JSON.stringify(${expression})`, page)}`);
}

it.each([
  ['[1, 2, 3].at(-1)', 3],
  ['[1, 2, 3].findLast((one, at) => one < 3 && at === 1)', 2],
  ['[1, 2, 3].toReversed()', [3, 2, 1]],
  ['[3, 1, 2].toSorted()', [1, 2, 3]],
  ['[1, 2, 3].toSpliced(0, 1, 4)', [4, 2, 3]],
  ["'a.b.c'.replaceAll('.', '-')", 'a-b-c'],
  ["'a1b2'.replaceAll(/[0-9]/g, '-')", 'a-b-'],
  ["Object.hasOwn({ a: 1 }, 'a')", true],
  ["Object.hasOwn({ a: 1 }, 'toString')", false],
])('gives a browser of 2020 %s', (expression, value) => {
  expect(inOldBrowser(expression)).toEqual(value);
});

it('opens and closes a dialog where the browser has none, and tells once that it is closed', () => {
  const seen = inOldBrowser(`(() => {
    const dialog = new HTMLElement();
    const seen = [];
    dialog.addEventListener('close', () => seen.push('close'));
    dialog.close();
    dialog.showModal();
    seen.push(dialog.open, dialog.focused.length);
    dialog.close();
    seen.push(dialog.open);
    dialog.close();
    return seen;
  })()`);
  expect(seen).toEqual([true, 1, 'close', false]);
});
