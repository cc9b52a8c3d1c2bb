import { ADDRESSES } from '@bonisa/contract/addresses';
import type { LiveView } from '@bonisa/player/live-player';
import type { PlaySource } from '@bonisa/player/play-source';
import { foldersOf } from '@bonisa/player/timeline';
import { useEffect, useState } from 'react';
import { receivedFiles } from '../../data/received-files.ts';
import { countUsed, type UsedCount } from './data-used.ts';

/** The count of the latest playback, which goes on while no controls are shown. */
let latest: { readonly since: number; readonly count: UsedCount; end(): void } | undefined;

function countSince(since: number): UsedCount {
  if (latest?.since === since) return latest.count;
  latest?.end();
  const life = new AbortController();
  const calls = [ADDRESSES.play.path, ADDRESSES.playLive.path].map(absolute);
  const terms = { from: since, calls };
  const count = countUsed(receivedFiles(), terms, life.signal);
  latest = { since, count, end: () => life.abort() };
  return count;
}

/**
 * The bytes that the playback which began at `since`, on the page's clock, has received so far; 0
 * where the browser does not tell.
 */
export function useDataUsed(
  source: PlaySource | undefined,
  view: LiveView | undefined,
  since: number,
): number {
  const [bytes, setBytes] = useState(0);
  useEffect(() => {
    const count = countSince(since);
    // Addresses change during a playback: signatures end, and so does a data choice. A channel
    // names its folders while it goes on.
    const read = () => {
      count.add([...addressesOf(source), ...(view?.folders() ?? [])].map(absolute));
      setBytes(count.bytes());
    };
    read();
    return count.listen(read);
  }, [source, view, since]);
  return bytes;
}

function addressesOf(source: PlaySource | undefined): readonly string[] {
  if (!source) return [];
  const { playlist, captions, media } = source;
  const parts = media?.parts ?? [];
  return [
    playlist,
    ...captions.map(({ src }) => src),
    ...parts.flatMap((part) => [
      ...foldersOf(part),
      ...(part.storyboard ? [part.storyboard.url] : []),
    ]),
  ];
}

function absolute(address: string): string {
  return new URL(address, location.href).href;
}
