import { mediaOfTitle } from '@bonisa/contract/studio/media.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useRead } from '../calls/use-calls.ts';
import type { FilmTitle, FilmUpload } from './film-uploads.ts';
import { pageUploads } from './page-uploads.ts';

export type TitleMedia = StudioReplyOf<typeof mediaOfTitle>;
export type MediaAsset = NonNullable<TitleMedia['asset']>;
export type MediaJob = NonNullable<TitleMedia['job']>;

const WHILE_PACKAGED_MS = 2000;

/** What a title plays; it is read again while a film is packaged, and all screens afterwards. */
export function useMediaOfTitle({ kind, key }: FilmTitle) {
  const queries = useQueryClient();
  const [isActive, setActive] = useState(false);
  const read = useRead(
    mediaOfTitle,
    { params: { kind }, query: { key } },
    isActive ? { refreshMs: WHILE_PACKAGED_MS } : {},
  );
  const state = read.data?.job?.state;
  const isPackaging = state === 'queued' || state === 'running';
  useEffect(() => {
    setActive(isPackaging);
    if (isPackaging) return () => void queries.invalidateQueries();
    return undefined;
  }, [isPackaging, queries]);
  return read;
}

/** The upload of this page for a title. */
export function useFilmUpload(title: FilmTitle): FilmUpload | undefined {
  return useSyncExternalStore(pageUploads.subscribe, () => pageUploads.get(title));
}
