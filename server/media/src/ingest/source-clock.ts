/**
 * The clock of a source as one timeline: recordings wrap their 33-bit clock, restart it, or are
 * several files one after the other. Where the times of a stream jump, what follows is put behind
 * what came before, so that nothing is lost and no hole of hours is filled.
 */

/** Times of one stream that go back by more belong to another part: decoders get them in order. */
const MOST_BACK = 0.1;
/** How far the streams of a part may begin before the end of the part before. */
const MOST_OVERLAP = 2;
/** A hole in all streams that is longer is closed, as FFmpeg does; seconds. */
const LONGEST_HOLE = 10;

export interface SourceClock {
  /**
   * What to add to the times of a packet of a stream, in seconds. `time` is when it is decoded
   * (undefined: not said), `seconds` how long it lasts. Packets come in the order of the file.
   */
  offsetOf(stream: number, time: number | undefined, seconds: number): number;
  /** How often the clock has jumped. */
  jumps(): number;
}

interface StreamState {
  part: number;
  /** The last time of the stream on the timeline. */
  last: number;
}

/** A clock that has seen nothing. `closesHoles`: false where pictures alone may stand for long. */
export function createSourceClock({ closesHoles }: { readonly closesHoles: boolean }): SourceClock {
  /** What is added in each part of the file. */
  const offsets = [0];
  const streams = new Map<number, StreamState>();
  /** Where the timeline ends so far; undefined before the first packet. */
  let end: number | undefined;

  const fits = (time: number, part: number, state: StreamState | undefined): boolean => {
    const at = time + (offsets[part] ?? 0);
    const isLate = closesHoles && end !== undefined && at > end + LONGEST_HOLE;
    if (isLate || !state) return !isLate;
    return at >= state.last - (part === state.part ? MOST_BACK : MOST_OVERLAP);
  };

  return {
    offsetOf(stream, time, seconds) {
      const state = streams.get(stream);
      const from = state?.part ?? offsets.length - 1;
      if (time === undefined) return offsets[from] ?? 0;
      let part = from;
      while (part < offsets.length && !fits(time, part, state)) part += 1;
      if (part === offsets.length) offsets.push((end ?? time) - time);
      const offset = offsets[part] ?? 0;
      streams.set(stream, { part, last: time + offset });
      end = Math.max(end ?? Number.NEGATIVE_INFINITY, time + offset + seconds);
      return offset;
    },
    jumps: () => offsets.length - 1,
  };
}
