import type { PlaySource } from '@bonisa/player/play-source';
import { type RefObject, useEffect, useState } from 'react';
import { createBrowserStorage, type StoredItem } from '../../storage/browser-storage.ts';
import { language } from '../../words/find-text.ts';
import {
  areChoices,
  type CaptionChoice,
  type CaptionStyle,
  choiceFor,
  nextTrack,
  shownTrack,
  withChoice,
} from './caption-style.ts';

export type CaptionTrack = PlaySource['captions'][number];

/** The captions of what plays, and how they look. */
export interface Captions {
  readonly tracks: readonly CaptionTrack[];
  /** The place of the shown track among {@link tracks}; -1: off. */
  readonly chosen: number;
  readonly style: CaptionStyle;
  choose(index: number): void;
  restyle(style: Partial<CaptionStyle>): void;
  /** Off, the viewer's language, then each other in turn. */
  toggle(): void;
}

const MEMORY: StoredItem<readonly CaptionChoice[]> = {
  key: 'captions',
  lifetime: null,
  is: areChoices,
};

const storage = createBrowserStorage(() => window.localStorage, Date.now);

/** Captions that can be had, and the language that is spoken. */
export interface CaptionTracks {
  readonly tracks: readonly CaptionTrack[];
  /** null or undefined: not known, or nothing is spoken. */
  readonly sound: string | null | undefined;
}

/**
 * The captions of a title. As they were for the same show; before any choice they are on in the
 * viewer's language where another one is spoken. No captions are fetched before they are on.
 */
export function useCaptions(
  stage: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
  { tracks, sound }: CaptionTracks,
  show: string,
): Captions {
  const [choice, change] = useCaptionMemory(stage, show);
  const chosen = shownTrack(tracks, choice, { sound, language: language() });
  // biome-ignore lint/correctness/useExhaustiveDependencies: new tracks are new text tracks
  useEffect(() => {
    const all = video.current?.textTracks;
    const show = () => {
      for (const [index, track] of [...(all ?? [])].entries())
        track.mode = index === chosen ? 'showing' : 'disabled';
    };
    show();
    // A browser that plays HLS by itself adds those of the playlist, and switches some on.
    all?.addEventListener('addtrack', show);
    return () => all?.removeEventListener('addtrack', show);
  }, [video, tracks, chosen]);
  const choose = (index: number) => change({ language: tracks[index]?.language ?? null });
  return {
    tracks,
    chosen,
    style: choice,
    choose,
    restyle: change,
    toggle: () => choose(nextTrack(tracks, chosen, language())),
  };
}

/** The choice for `show`, in whose style the stage's captions are, and how to change it. */
function useCaptionMemory(
  stage: RefObject<HTMLElement | null>,
  show: string,
): readonly [CaptionChoice, (to: Partial<CaptionChoice>) => void] {
  const [choice, setChoice] = useState(() => choiceFor(storage.read(MEMORY) ?? [], show));
  useEffect(() => {
    for (const [name, value] of Object.entries(captionProperties(choice)))
      stage.current?.style.setProperty(name, value);
  }, [stage, choice]);
  const change = (to: Partial<CaptionChoice>) => {
    const next = { ...choice, ...to };
    setChoice(next);
    storage.write(MEMORY, withChoice(storage.read(MEMORY) ?? [], next));
  };
  return [choice, change];
}

const SIZES = { small: '0.8', normal: '1', large: '1.5' } as const;
const COLOURS = { white: '#ffffff', yellow: '#ffe14d', blue: '#8fdcff', green: '#8ff0a4' } as const;
const BACKGROUNDS = {
  dark: 'rgb(var(--ink) / 90%)',
  half: 'rgb(var(--ink) / 50%)',
  none: 'transparent',
} as const;

/** The style as the custom properties that `player.css` reads. */
function captionProperties(style: CaptionStyle): Readonly<Record<`--${string}`, string>> {
  return {
    '--caption-size': SIZES[style.size],
    '--caption-colour': COLOURS[style.colour],
    '--caption-ground': BACKGROUNDS[style.background],
    '--caption-edge': style.background === 'dark' ? 'none' : '0 0 4px #000, 0 1px 2px #000',
  };
}
