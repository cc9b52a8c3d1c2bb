import { lowestVariant, piecesAt } from './playlist-reader.ts';

/** A body that was loaded ahead, with its times, from which the engine estimates the bandwidth. */
export interface Loaded {
  readonly body: ArrayBuffer;
  readonly startedAt: number;
  readonly endedAt: number;
}

export interface HeadStart {
  /** Returns the body that was loaded ahead from `url`, once; `undefined` if there is none. */
  take(url: string): Promise<Loaded> | undefined;
}

export interface HeadStartOptions {
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/**
 * Loads playlists and the first segment while the engine's code is still loading: on a slow network
 * that code takes longer than the first second of video. The engine repeats a load that fails here.
 */
export function createHeadStart(
  playlist: string,
  position: number,
  options: HeadStartOptions,
): HeadStart {
  const loading = new Map<string, Promise<Loaded>>();
  const load = (url: string): Promise<Loaded> => {
    const known = loading.get(url);
    if (known) return known;
    const coming = loadAhead(url, options);
    // The caller that takes the body handles a failure; an unused failure is ignored.
    coming.catch(() => undefined);
    loading.set(url, coming);
    return coming;
  };
  run(playlist, position, load).catch(() => undefined);
  return {
    take(url) {
      const loaded = loading.get(url);
      loading.delete(url);
      return loaded;
    },
  };
}

async function run(
  playlist: string,
  position: number,
  load: (url: string) => Promise<Loaded>,
): Promise<void> {
  const variant = lowestVariant(textOf(await load(playlist)), playlist);
  if (!variant) return;
  const pieces = piecesAt(textOf(await load(variant)), variant, position);
  if (!pieces) return;
  await Promise.all([pieces.init, pieces.segment].flatMap((url) => (url ? [load(url)] : [])));
}

async function loadAhead(url: string, { fetch, now, signal }: HeadStartOptions): Promise<Loaded> {
  const startedAt = now();
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`loading ahead ended with ${response.status}`);
  const body = await response.arrayBuffer();
  return { body, startedAt, endedAt: now() };
}

/** The body as text. */
export function textOf({ body }: Pick<Loaded, 'body'>): string {
  return new TextDecoder().decode(body);
}
