import type { Storyboard } from '@bonisa/player/timeline';

/**
 * Small pictures of a title at regular times, for the seek bar. Each part of the title has one
 * sheet of them, which is loaded when a seek first reaches that part.
 */

/** A part of a title: its length in seconds, and its sheet where it has one. */
export interface StoryboardPart {
  readonly seconds: number;
  readonly storyboard?: Storyboard | undefined;
}

/** One picture of a sheet. */
export interface Thumbnail {
  readonly sheet: Storyboard;
  /** The picture's left and top edge in the sheet, in pixels. */
  readonly x: number;
  readonly y: number;
}

/** The picture at `seconds` of the title; undefined where its part has none. */
export function thumbnailAt(
  parts: readonly StoryboardPart[],
  seconds: number,
): Thumbnail | undefined {
  let start = 0;
  for (const [index, { seconds: length, storyboard: sheet }] of parts.entries()) {
    if (seconds < start + length || index === parts.length - 1)
      return sheet && sheet.count > 0 ? pictureOf(sheet, seconds - start) : undefined;
    start += length;
  }
  return undefined;
}

function pictureOf(sheet: Storyboard, seconds: number): Thumbnail {
  const wanted = Math.floor(seconds / sheet.interval);
  const index = Math.max(0, Math.min(sheet.count - 1, wanted));
  return {
    sheet,
    x: (index % sheet.columns) * sheet.width,
    y: Math.floor(index / sheet.columns) * sheet.height,
  };
}

/** Sheets on a metered line in one playback: a few hundred kilobytes at most. */
export const METERED_SHEETS = 12;

/** Loads sheets, each once. */
export interface StoryboardSheets {
  /** Whether the sheet is here; otherwise it starts to load, unless enough have been loaded. */
  request(url: string): boolean;
  /** Whether the sheet is here. */
  has(url: string): boolean;
}

/**
 * Loads at most `most` sheets by `load`, and calls `onLoaded` after each. A sheet that fails is
 * requested again by the next seek.
 */
export function createSheets(
  most: () => number,
  load: (url: string) => Promise<unknown>,
  onLoaded: () => void,
): StoryboardSheets {
  const asked = new Set<string>();
  const here = new Set<string>();
  return {
    has: (url) => here.has(url),
    request(url) {
      if (here.has(url)) return true;
      if (asked.has(url) || asked.size >= most()) return false;
      asked.add(url);
      load(url).then(
        () => {
          here.add(url);
          onLoaded();
        },
        () => asked.delete(url),
      );
      return false;
    },
  };
}
