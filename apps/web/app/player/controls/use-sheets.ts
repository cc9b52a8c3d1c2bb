import { useEffect, useReducer, useState } from 'react';
import { networkNow } from '../../data/network.ts';
import { createSheets, METERED_SHEETS } from './storyboard.ts';

/**
 * Whether the storyboard's sheet at `url` is here; it starts to load where `loads`, after the
 * finger has rested a moment on its part.
 */
export function useSheets(url: string | undefined, loads: boolean): boolean {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [sheets] = useState(() => createSheets(mostSheets, loadPicture, redraw));
  useEffect(() => {
    if (!url || !loads) return;
    const timer = setTimeout(() => sheets.request(url), REST_MS);
    return () => clearTimeout(timer);
  }, [sheets, url, loads]);
  return url !== undefined && sheets.has(url);
}

/** A finger that rushes over a part loads nothing there. */
const REST_MS = 80;

const mostSheets = () => (networkNow() === 'metered' ? METERED_SHEETS : Number.POSITIVE_INFINITY);

function loadPicture(url: string): Promise<void> {
  const picture = new Image();
  picture.src = url;
  return picture.decode();
}
