/** Apart from the entries' schemas, so that the studio's first screen need not load them. */

/** The kinds in the order in which they are written: an entry refers to kinds before it. */
export const ENTRY_KINDS = [
  'genre',
  'person',
  'channel',
  'category',
  'show',
  'season',
  'episode',
  'video',
  'shelf',
  'slide',
  'liveCategory',
  'liveChannel',
] as const;
