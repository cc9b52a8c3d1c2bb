import { moveFragment, readTrackFragments, type Sample, type Track } from './boxes.ts';
import { withSampleTimes } from './sample-times.ts';

/**
 * Lets pictures begin at zero, as the sound does, in every player. An encoder decodes pictures
 * before they are shown, by up to two frames. Of the three ways to write that only one works
 * everywhere: GStreamer (WebKitGTK, set-top boxes) moves each segment with offsets below zero by
 * its own smallest one, Chromium knows no edit lists. So offsets are never below zero, and the
 * decode times lie two frames before the times of the pictures; those of the first three pictures,
 * which would be below zero, are crowded together instead (as x264's `dts_compress` does).
 */
export function createDecodeTimes(video: Pick<Track, 'id'> | undefined) {
  /** How long before they are shown the encoder decodes pictures. */
  let early: number | undefined;

  /**
   * A fragment with its right decode times; `moof` is the whole box. Call it with the fragments of
   * a file, whose decode times begin at zero and its pictures later, in their order.
   */
  return (moof: Buffer): Buffer => {
    const pictures = readTrackFragments(moof).find(({ trackId }) => trackId === video?.id);
    const [first] = pictures?.samples ?? [];
    if (!video || !pictures || !first) return moof;
    if (early === undefined) {
      early = first.compositionOffset;
      return early === 0 ? moof : withSampleTimes(moof, video.id, crowded(pictures.samples, early));
    }
    if (early === 0) return moof;
    const moved = Buffer.from(moof);
    moveFragment(moved, (trackId) => (trackId === video.id ? -(early ?? 0) : 0));
    return moved;
  };
}

/** The times of the first pictures of a file, decoded earlier by `early` but not before zero. */
function crowded(samples: readonly Sample[], early: number) {
  const before: number[] = [0];
  for (const { duration } of samples) before.push((before.at(-1) ?? 0) + duration);
  /** The first picture, or else the end, that is decoded after zero all the same. */
  const late = before.findIndex((time) => time > early);
  const place = late < 0 ? samples.length : late;
  const until = Math.max((before[place] ?? 0) - early, place);
  const after = before.map((time, i) =>
    i <= place ? Math.floor((i * until) / place) : time - early,
  );
  // Nothing follows the few pictures that a file has then: the last one keeps its duration.
  if (late < 0) after[place] = (after[place - 1] ?? 0) + (samples.at(-1)?.duration ?? 0);
  return {
    durations: samples.map((_, i) => (after[i + 1] ?? 0) - (after[i] ?? 0)),
    offsets: samples.map(
      ({ compositionOffset }, i) => (before[i] ?? 0) + compositionOffset - early - (after[i] ?? 0),
    ),
  };
}
