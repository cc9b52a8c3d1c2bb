import { afterPaint } from '../browser/after-paint.ts';

/**
 * Shows a dialog over the page. At the next paint it is there and has the focus, and only then it
 * becomes modal: for that a browser computes the style of the whole page again, which a press does
 * not wait for. Until then it is a popover, drawn alike at the same place (before Chrome 114,
 * Safari 17 and Firefox 125 it is modal at once).
 */
export function showDialog(dialog: HTMLDialogElement | null): void {
  if (!dialog || dialog.open) return;
  if (!('showPopover' in dialog)) {
    (dialog as HTMLDialogElement).showModal();
    return;
  }
  const opener = document.activeElement;
  dialog.addEventListener('close', () => afterClose(dialog, opener), { once: true });
  dialog.setAttribute('popover', 'manual');
  dialog.showPopover();
  // For `close` and style sheets it is open already.
  dialog.setAttribute('open', '');
  afterPaint(() => {
    const isWaiting = dialog.open && dialog.hasAttribute('popover');
    if (!isWaiting || !dialog.isConnected) return;
    dialog.removeAttribute('popover');
    dialog.removeAttribute('open');
    dialog.showModal();
  });
}

/** The browser gives the focus back to who had it before the dialog was modal: to the dialog. */
function afterClose(dialog: HTMLDialogElement, opener: Element | null): void {
  dialog.removeAttribute('popover');
  const { activeElement, body } = document;
  const isElsewhere = activeElement !== body && !dialog.contains(activeElement);
  if (!isElsewhere) (opener as HTMLElement | null)?.focus({ preventScroll: true });
}
