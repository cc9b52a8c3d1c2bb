import { useEffect, useReducer, useState } from 'react';
import { networkNow } from '../../data/network.ts';
import { createSheets, METERED_SHEETS } from './storyboard.ts';

/**
 * Whether the storyboard's sheet at `url` is here; it starts to load when the finger or the mouse
 * has rested a moment on its part.
 */
export function useSheets(url: string | undefined): boolean {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [sheets] = useState(() => createSheets(mostSheets, loadPicture, redraw));
  useEffect(() => {
    if (!url) return;
    const timer = setTimeout(() => sheets.request(url), REST_MS);
    return () => clearTimeout(timer);
  }, [sheets, url]);
  return url !== undefined && sheets.has(url);
}

/** A finger or a mouse that rushes over a part loads nothing there. */
const REST_MS = 80;

const mostSheets = () => (networkNow() === 'metered' ? METERED_SHEETS : Number.POSITIVE_INFINITY);

function loadPicture(url: string): Promise<void> {
  const picture = new Image();
  picture.src = url;
  return picture.decode();
}
