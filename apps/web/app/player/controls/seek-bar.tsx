import {
  type CSSProperties,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import './seek-bar.css';
import type { MediaState } from '../media-state.ts';
import type { Stretch } from '../stretch.ts';
import { type StoryboardPart, type Thumbnail, thumbnailAt } from './storyboard.ts';
import { useSheets } from './use-sheets.ts';

interface SeekBarProps {
  media: MediaState;
  stretch: Stretch;
  parts: readonly StoryboardPart[];
  /** The position under the finger while it moves; undefined otherwise. */
  scrubbed: number | undefined;
  onScrub(to: number | undefined): void;
}

/**
 * The seek bar. A finger moves it without seeking, and sees where it is; the title goes there when
 * the finger leaves, so that nothing is loaded on the way.
 */
export function SeekBar({ media, stretch, parts, scrubbed, onScrub }: SeekBarProps) {
  const { start, end, from } = stretch;
  const length = Math.max(0, end - start);
  const bar = useRef<HTMLInputElement>(null);
  const [hovered, setHovered] = useState<number>();
  useLetGo(bar, (to) => {
    onScrub(undefined);
    stretch.go(start + to);
  });
  const at = scrubbed ?? media.time;
  const share = (seconds: number) =>
    `${length > 0 ? Math.min(100, Math.max(0, (seconds - start) / length) * 100) : 0}%`;
  const shown = scrubbed ?? hovered;
  const thumbnail = shown === undefined ? undefined : thumbnailAt(parts, shown);
  const isHere = useSheets(thumbnail?.sheet.url);
  const hover = ({ pointerType, clientX, currentTarget }: PointerEvent) => {
    if (pointerType === 'touch' || length === 0) return;
    const { left, width } = currentTarget.getBoundingClientRect();
    setHovered(start + Math.max(0, Math.min(1, (clientX - left) / width)) * length);
  };
  return (
    <div
      className="seek"
      data-scrubbed={scrubbed === undefined ? undefined : true}
      style={
        {
          '--from': share(from),
          '--played': share(at),
          '--loaded': share(media.loadedTo),
          '--shown': share(shown ?? start),
        } as CSSProperties
      }
      onPointerMove={hover}
      onPointerLeave={() => setHovered(undefined)}
    >
      {shown === undefined ? null : (
        <Preview words={stretch.clock(shown)} thumbnail={isHere ? thumbnail : undefined} />
      )}
      <input
        ref={bar}
        type="range"
        aria-label={stretch.label}
        aria-valuetext={stretch.words(at)}
        min={0}
        max={Math.max(1, Math.round(length))}
        step={1}
        value={Math.round(at - start)}
        onChange={(event) => onScrub(start + event.currentTarget.valueAsNumber)}
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
  words: string;
  thumbnail: Thumbnail | undefined;
}

/** The time of a place in the title above the seek bar, with its picture where there is one. */
function Preview({ words, thumbnail }: PreviewProps) {
  return (
    <div className="seek-preview" aria-hidden="true">
      {thumbnail ? <div className="seek-picture" style={pictureStyle(thumbnail)} /> : null}
      <span className="seek-time">{words}</span>
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
