import { ADDRESSES } from '@bonisa/contract/addresses';
import type { PlaySource } from '@bonisa/player/playback';
import { useEffect, useRef, useState } from 'react';
import { createDataMeter } from './data-used.ts';

/** The bytes that this playback has received so far; 0 where the browser does not tell. */
export function useDataUsed(source: PlaySource | undefined): number {
  const [bytes, setBytes] = useState(0);
  /** Addresses change during a playback: signatures end, and so does a data choice. */
  const starts = useRef(new Set<string>());
  useEffect(() => {
    for (const start of addressesOf(source)) starts.current.add(absolute(start));
  }, [source]);
  useEffect(() => {
    const play = absolute(ADDRESSES.play.path);
    const meter = createDataMeter(
      play,
      () => [play, ...starts.current],
      () => setBytes(meter.bytes()),
    );
    return meter.stop;
  }, []);
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
