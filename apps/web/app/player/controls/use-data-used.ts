import { ADDRESSES } from '@bonisa/contract/addresses';
import type { PlaySource } from '@bonisa/player/playback';
import { useEffect, useState } from 'react';
import { receivedFiles } from '../../data/received-files.ts';
import { countUsed, type UsedCount } from './data-used.ts';

/** The count of the latest playback, which goes on while no controls are shown. */
let latest: { readonly since: number; readonly count: UsedCount; end(): void } | undefined;

function countSince(since: number): UsedCount {
  if (latest?.since === since) return latest.count;
  latest?.end();
  const life = new AbortController();
  const terms = { from: since, play: absolute(ADDRESSES.play.path) };
  const count = countUsed(receivedFiles(), terms, life.signal);
  latest = { since, count, end: () => life.abort() };
  return count;
}

/**
 * The bytes that the playback which began at `since`, on the page's clock, has received so far; 0
 * where the browser does not tell.
 */
export function useDataUsed(source: PlaySource | undefined, since: number): number {
  const [bytes, setBytes] = useState(0);
  useEffect(() => {
    const count = countSince(since);
    // Addresses change during a playback: signatures end, and so does a data choice.
    count.add(addressesOf(source).map(absolute));
    setBytes(count.bytes());
    return count.listen(() => setBytes(count.bytes()));
  }, [source, since]);
  return bytes;
}

function addressesOf(source: PlaySource | undefined): readonly string[] {
  if (!source) return [];
  const { playlist, captions, media } = source;
  const parts = media?.parts ?? [];
  return [
    playlist,
    ...captions.map(({ src }) => src),
    ...parts.flatMap(({ base, storyboard }) => (storyboard ? [base, storyboard.url] : [base])),
  ];
}

function absolute(address: string): string {
  return new URL(address, location.href).href;
}
