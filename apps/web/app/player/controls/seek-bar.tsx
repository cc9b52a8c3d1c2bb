import {
  type CSSProperties,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { say } from '../../words/words.ts';
import './seek-bar.css';
import { clockWords } from '../../titles/title-words.ts';
import type { MediaState } from '../media-state.ts';
import { type StoryboardPart, type Thumbnail, thumbnailAt } from './storyboard.ts';
import { useSheets } from './use-sheets.ts';

interface SeekBarProps {
  media: MediaState;
  parts: readonly StoryboardPart[];
  /** The position under the finger while it moves; undefined otherwise. */
  scrubbed: number | undefined;
  onScrub(to: number | undefined): void;
  onSeek(to: number): void;
}

/**
 * The seek bar. A finger moves it without seeking, and sees where it is; the title goes there when
 * the finger leaves, so that nothing is loaded on the way.
 */
export function SeekBar({ media, parts, scrubbed, onScrub, onSeek }: SeekBarProps) {
  const { duration } = media;
  const bar = useRef<HTMLInputElement>(null);
  const [hovered, setHovered] = useState<number>();
  useLetGo(bar, (to) => {
    onScrub(undefined);
    onSeek(to);
  });
  const at = scrubbed ?? media.time;
  const share = (seconds: number) =>
    `${duration > 0 ? Math.min(100, (seconds / duration) * 100) : 0}%`;
  const shown = scrubbed ?? hovered;
  const thumbnail = shown === undefined ? undefined : thumbnailAt(parts, shown);
  const isHere = useSheets(thumbnail?.sheet.url);
  const hover = ({ pointerType, clientX, currentTarget }: PointerEvent) => {
    if (pointerType === 'touch' || duration === 0) return;
    const { left, width } = currentTarget.getBoundingClientRect();
    setHovered(Math.max(0, Math.min(1, (clientX - left) / width)) * duration);
  };
  return (
    <div
      className="seek"
      data-scrubbed={scrubbed === undefined ? undefined : true}
      style={
        {
          '--played': share(at),
          '--loaded': share(media.loadedTo),
          '--shown': share(shown ?? 0),
        } as CSSProperties
      }
      onPointerMove={hover}
      onPointerLeave={() => setHovered(undefined)}
    >
      {shown === undefined ? null : (
        <Preview seconds={shown} thumbnail={isHere ? thumbnail : undefined} />
      )}
      <input
        ref={bar}
        type="range"
        aria-label={say('player.place')}
        aria-valuetext={say('player.place.of', {
          at: clockWords(at),
          all: clockWords(duration),
        })}
        min={0}
        max={Math.max(1, Math.round(duration))}
        step={1}
        value={Math.round(at)}
        onChange={(event) => onScrub(event.currentTarget.valueAsNumber)}
        onPointerCancel={() => onScrub(undefined)}
      />
    </div>
  );
}

/** Calls `onLetGo` when the bar was let go or moved by a key: React's `onChange` comes before. */
function useLetGo(bar: RefObject<HTMLInputElement | null>, onLetGo: (to: number) => void): void {
  const onChange = useEffectEvent((event: Event) =>
    onLetGo((event.currentTarget as HTMLInputElement).valueAsNumber),
  );
  useEffect(() => {
    const element = bar.current;
    element?.addEventListener('change', onChange);
    return () => element?.removeEventListener('change', onChange);
  }, [bar]);
}

interface PreviewProps {
  seconds: number;
  thumbnail: Thumbnail | undefined;
}

/** The time of a place in the title above the seek bar, with its picture where there is one. */
function Preview({ seconds, thumbnail }: PreviewProps) {
  return (
    <div className="seek-preview" aria-hidden="true">
      {thumbnail ? <div className="seek-picture" style={pictureStyle(thumbnail)} /> : null}
      <span className="seek-time">{clockWords(seconds)}</span>
    </div>
  );
}

/** Shows one picture of its sheet, in the width of `.seek-picture`. */
function pictureStyle({ sheet, x, y }: Thumbnail): CSSProperties {
  const rows = Math.ceil(sheet.count / sheet.columns);
  const columnOf = sheet.columns > 1 ? x / sheet.width / (sheet.columns - 1) : 0;
  const rowOf = rows > 1 ? y / sheet.height / (rows - 1) : 0;
  return {
    aspectRatio: `${sheet.width} / ${sheet.height}`,
    backgroundImage: `url(${JSON.stringify(sheet.url)})`,
    backgroundSize: `${sheet.columns * 100}% ${rows * 100}%`,
    backgroundPosition: `${columnOf * 100}% ${rowOf * 100}%`,
  };
}
