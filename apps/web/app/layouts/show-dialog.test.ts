import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showDialog } from './show-dialog.ts';

let paint: () => void;
const opener = { focus: vi.fn() };

beforeEach(() => {
  vi.useFakeTimers();
  const body = {};
  vi.stubGlobal('document', { hidden: false, activeElement: opener, body });
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => {
    paint = () => {
      work();
      vi.runAllTimers();
    };
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** As much of a dialog as the function uses. */
class Dialog extends EventTarget {
  readonly isConnected = true;
  isModal = false;
  readonly #attributes = new Set<string>();
  get open() {
    return this.#attributes.has('open');
  }
  hasAttribute = (name: string) => this.#attributes.has(name);
  setAttribute = (name: string) => this.#attributes.add(name);
  removeAttribute = (name: string) => this.#attributes.delete(name);
  contains = (element: unknown) => element === this;
  showModal() {
    if (this.open || this.hasAttribute('popover')) throw new Error('InvalidStateError');
    this.#attributes.add('open');
    this.isModal = true;
  }
  close() {
    if (!this.#attributes.delete('open')) return;
    this.isModal = false;
    this.dispatchEvent(new Event('close'));
  }
}

class DialogOfToday extends Dialog {
  showPopover() {
    if (!this.hasAttribute('popover')) throw new Error('NotSupportedError');
    vi.stubGlobal('document', { ...document, activeElement: this });
  }
}

const show = (dialog: Dialog) => showDialog(dialog as unknown as HTMLDialogElement);

it('shows a dialog at once, and makes it modal after the paint', () => {
  const dialog = new DialogOfToday();
  show(dialog);
  expect(dialog).toMatchObject({ open: true, isModal: false });
  paint();
  expect(dialog).toMatchObject({ open: true, isModal: true });
  expect(dialog.hasAttribute('popover')).toBe(false);
});

it('is modal at once where the browser has no popovers', () => {
  const dialog = new Dialog();
  show(dialog);
  expect(dialog.isModal).toBe(true);
});

it('leaves a dialog closed that was closed before the paint', () => {
  const dialog = new DialogOfToday();
  show(dialog);
  dialog.close();
  expect(dialog.hasAttribute('popover')).toBe(false);
  paint();
  expect(dialog.open).toBe(false);
});

it('gives the focus back, but not where something else has it by then', () => {
  opener.focus.mockClear();
  const dialog = new DialogOfToday();
  show(dialog);
  paint();
  dialog.close();
  expect(opener.focus).toHaveBeenCalledOnce();
  vi.stubGlobal('document', { ...document, activeElement: opener });
  show(dialog);
  paint();
  vi.stubGlobal('document', { ...document, activeElement: {} });
  dialog.close();
  expect(opener.focus).toHaveBeenCalledOnce();
});
