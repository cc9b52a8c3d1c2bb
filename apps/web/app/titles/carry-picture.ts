import type { MouseEvent } from 'react';

/**
 * The name under which a pressed picture becomes the picture of the page that it opens. One element
 * may bear it at a time.
 */
export const CARRIED = 'title-art';

/**
 * On a press of a tile: its picture, and no other on the page, is the one that grows into the next
 * page.
 */
export function carryPicture({ currentTarget }: MouseEvent<HTMLElement>): void {
  for (const other of document.querySelectorAll<HTMLElement>('.tile-frame, .carries'))
    other.style.viewTransitionName = '';
  const frame = currentTarget.querySelector<HTMLElement>('.tile-frame');
  if (frame) frame.style.viewTransitionName = CARRIED;
}
