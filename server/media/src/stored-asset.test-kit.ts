import type { Asset } from './media.repository.ts';

/** A packaged film without renditions, with every column as it is read, ready since `now`. */
export function storedAsset(now: Date, changes: Partial<Asset> = {}): Asset {
  return {
    id: '01990a00-0000-7000-8000-000000000001',
    title: 'A film',
    reference: null,
    fileName: null,
    state: 'ready',
    durationMs: 4000,
    renditions: [],
    captions: [],
    filesId: null,
    av1: null,
    audio: null,
    partIds: null,
    storyboard: null,
    posters: null,
    loudness: null,
    notes: [],
    segments: [],
    createdAt: now,
    readyAt: now,
    ...changes,
  };
}
