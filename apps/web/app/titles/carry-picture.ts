import type { MouseEvent } from 'react';

/**
 * The view transition name of a pressed picture, which grows into the picture of the page that it
 * opens. Only one element may have it at a time.
 */
export const CARRIED = 'title-art';

/** On a press of a tile: gives the name to its picture and removes it from all others. */
export function carryPicture({ currentTarget }: MouseEvent<HTMLElement>): void {
  for (const other of document.querySelectorAll<HTMLElement>('.tile-frame, .carries'))
    other.style.viewTransitionName = '';
  const frame = currentTarget.querySelector<HTMLElement>('.tile-frame');
  if (frame) frame.style.viewTransitionName = CARRIED;
}
