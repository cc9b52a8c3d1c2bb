// Live ingest sessions over a schedule: what players of one channel read never contradicts itself.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { airedSegments, nextAired } from '../live/live-playlist.ts';
import type { LiveRendition, LiveSource, SourceSegment } from '../live/live-source.port.ts';
import type { LeftAir, LiveIngestPart } from './live-ingest-parts.repository.ts';
import {
  abandonedSince,
  type Broadcast,
  type ChannelBroadcasts,
  endOf,
  leavingAir,
  liveIngestSource,
  placeAfter,
} from './live-ingest-source.ts';

const SECOND = 1e6;
const START = 1_800_000_000 * SECOND;
/** Between two readings. */
const STEP = 0.4 * SECOND;
/** A recording of three segments, the last of them short, again and again. */
const DURATIONS = [2, 2, 0.7].map((seconds) => seconds * SECOND);
const LENGTH = 4.7 * SECOND;

const schedule: LiveSource = {
  id: '7.0',
  renditions: [],
  targetSeconds: 2,
  inits: new Map(),
  slate: [{ assetId: 'slate', durations: [2 * SECOND] }],
  between(from, to) {
    const found: SourceSegment[] = [];
    for (let round = Math.floor((from - START) / LENGTH); START + round * LENGTH < to; round++) {
      let startsAt = START + round * LENGTH;
      const partStartsAt = startsAt;
      for (const [index, duration] of DURATIONS.entries()) {
        if (startsAt >= from && startsAt < to)
          found.push({
            sequence: 5000 + round * 3 + index,
            discontinuity: 300 + round,
            startsAt,
            duration,
            partStartsAt,
            assetId: `film-${round}`,
            index,
          });
        startsAt += duration;
      }
    }
    return found;
  },
};

/** The rows that a writer leaves, one after the other. */
function createWriter(over: LiveSource = schedule) {
  let parts: LiveIngestPart[] = [];
  let left: LeftAir | undefined;
  const channel = (): ChannelBroadcasts => ({
    broadcasts:
      parts.length > 0 ? [{ ingestSessionId: 'c', parts, left } as unknown as Broadcast] : [],
    before: { sequence: 0, discontinuity: 0 },
  });
  const source = (now: number) => liveIngestSource(over, channel(), now) as LiveSource;
  return {
    channel,
    source,
    /** A part begins, before its first segment is whole; `from`: when that may be listed. */
    begin(now: number, from = 0) {
      const last = parts.at(-1);
      const part = {
        assetId: `part-${parts.length}`,
        ingestSessionId: 'c',
        liveChannelId: 7,
        ...placeAfter(source(now), now, Math.max(from, last ? endOf(last) : 0)),
        segmentDuration: 2 * SECOND,
        lastDuration: 2 * SECOND,
        segments: 0,
        removed: 0,
        isOpen: true,
        renditions: [],
      };
      parts = [...parts, part];
    },
    change(values: Partial<LiveIngestPart>) {
      parts = parts.map((part, at) => (at === parts.length - 1 ? { ...part, ...values } : part));
    },
    forget() {
      parts = parts.slice(0, -1);
    },
    segments: () => parts.at(-1)?.segments ?? 0,
    leave(now: number) {
      left = leavingAir(schedule, channel(), 'c', now);
    },
  };
}

/** Reads a playlist again and again, and compares what two readings have in common. */
function createReader() {
  const seen = new Map<number, string>();
  let newest = 0;
  return (source: LiveSource, now: number): string[] => {
    const segments = airedSegments(source, now, 60);
    for (const [at, { sequence, discontinuity, assetId, index, startsAt }] of segments.entries()) {
      const before = segments[at - 1];
      if (before) {
        expect(sequence).toBe(before.sequence + 1);
        expect(startsAt).toBeGreaterThanOrEqual(before.startsAt + before.duration - 1);
        const isOther = before.assetId !== assetId || index !== before.index + 1;
        expect(discontinuity - before.discontinuity).toBe(isOther ? 1 : 0);
      }
      const name = `${assetId}/${index}/${discontinuity}`;
      expect(seen.get(sequence) ?? name).toBe(name);
      seen.set(sequence, name);
    }
    const last = segments.at(-1)?.sequence ?? 0;
    expect(last).toBeGreaterThanOrEqual(newest);
    newest = last;
    return segments.map(({ assetId }) => assetId);
  };
}

describe('a live ingest session over a schedule', () => {
  it('goes on over loss, slate, return and end, with numbers that no reader sees change', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_700_000 }),
        fc.integer({ min: 100_000, max: 18_000_000 }),
        fc.boolean(),
        // Until it leaves the air; the schedule takes its place before, after so long a silence.
        fc.integer({ min: 1, max: 90 }),
        // Between the beginning of a part and its first segment.
        fc.integer({ min: 0, max: 4_000_000 }),
        (offset, away, dies, silent, whole) => {
          const writer = createWriter();
          const read = createReader();
          const begin = START + 200 * SECOND + offset;
          const back = begin + 11 * SECOND + away;
          const end = back + 13 * SECOND;
          let shown: string[] = [];
          const all = new Set<string>();
          for (let now = begin - 5 * SECOND; now < end + 120 * SECOND; now += STEP) {
            const at = (time: number) => now >= time && now < time + STEP;
            if (at(begin) || at(back)) writer.begin(now);
            const since = now >= back ? now - back : now - begin;
            const grown = Math.floor((since - whole) / (2 * SECOND)) + 1;
            const sends = (now >= begin && now < begin + 11 * SECOND) || (now >= back && now < end);
            if (sends && grown > writer.segments()) writer.change({ segments: grown });
            if (at(begin + 11 * SECOND)) writer.change({ isOpen: false, lastDuration: 700_000 });
            if (!dies && at(end)) writer.change({ isOpen: false });
            if (!dies && at(end + silent * SECOND)) writer.leave(now);
            shown = read(writer.source(now), now);
            for (const one of shown) all.add(one);
          }
          expect(shown.at(-1)).toMatch(/^film-/);
          // A publisher who is back at once, and ends in order, leaves no room for the slate.
          const slate = away > 4 * SECOND || dies ? ['slate'] : [];
          expect([...all]).toEqual(expect.arrayContaining(['part-0', ...slate, 'part-1']));
        },
      ),
      { numRuns: 12 },
    );
  });

  it('has its place within two seconds from where it may have it, before a segment of it is whole', () => {
    for (let offset = 0; offset < 4.7 * SECOND; offset += 0.1 * SECOND) {
      const now = START + 200 * SECOND + offset;
      for (const from of [now - 3 * SECOND, now, now + 0.8 * SECOND]) {
        const writer = createWriter();
        writer.begin(now, from);
        const [next] = writer.source(now).between(now + 3 * SECOND, now + 9 * SECOND);
        const { assetId, isExpected, partStartsAt = 0 } = next ?? {};
        expect({ assetId, isExpected }).toEqual({ assetId: 'part-0', isExpected: true });
        const earliest = Math.max(from, now - 1.2 * SECOND);
        expect(partStartsAt - earliest).toBeGreaterThanOrEqual(0);
        expect(partStartsAt - earliest).toBeLessThanOrEqual(2 * SECOND);
      }
    }
  });

  it('leaves the schedule as it was where no segment of it came', () => {
    const writer = createWriter();
    const read = createReader();
    const now = START + 200 * SECOND;
    read(writer.source(now), now);
    writer.begin(now);
    read(writer.source(now + 5 * SECOND), now + 5 * SECOND);
    writer.forget();
    const shown = read(writer.source(now + 7 * SECOND), now + 7 * SECOND);
    expect(new Set(shown.map((one) => one.split('-')[0]))).toEqual(new Set(['film']));
    // A killed process forgets nothing.
    writer.begin(now + 10 * SECOND);
    expect(read(writer.source(now + 40 * SECOND), now + 40 * SECOND).at(-1)).toBe('slate');
  });

  it('costs what was measured while it is on air, and what the schedule costs afterwards', () => {
    const priced = (hourBytes: number) => ({ height: 240, hourBytes }) as LiveRendition;
    const writer = createWriter({ ...schedule, renditions: [priced(90)] });
    const now = START + 200 * SECOND;
    writer.begin(now);
    writer.change({ renditions: [priced(70)] });
    const costs = (at: number) => writer.source(at).renditions.map(({ hourBytes }) => hourBytes);
    expect([costs(now), costs(now + 100 * SECOND)]).toEqual([[70], [90]]);
  });

  it('expects the next segments of an open part, but no playlist names them', () => {
    const writer = createWriter();
    const now = START + 200 * SECOND;
    writer.begin(now);
    const source = writer.source(now);
    writer.change({ segments: 1 });
    const ahead = writer.source(now).between(now, now + 20 * SECOND);
    expect(ahead.filter(({ isExpected }) => isExpected).length).toBeGreaterThan(7);
    const later = now + 6 * SECOND;
    const aired = airedSegments(writer.source(later), later, 60);
    expect(aired.at(-1)).toMatchObject({ assetId: 'part-0', index: 0 });
    expect(nextAired(writer.source(later), later) - later).toBeLessThanOrEqual(0.25 * SECOND);
    expect(writer.source(later).id).toBe(source.id);
  });

  it('whose writer is gone leaves the air to the slate, and then to the schedule', () => {
    const writer = createWriter();
    const now = START + 200 * SECOND;
    writer.begin(now);
    const during = now + 30 * SECOND;
    const gone = now + 100 * SECOND;
    expect(writer.source(during).between(during, during + SECOND * 2)[0]?.assetId).toBe('slate');
    expect(abandonedSince(schedule, writer.channel(), 'c', during)).toBeUndefined();
    const left = abandonedSince(schedule, writer.channel(), 'c', gone);
    const next = writer.source(gone).between(gone, gone + 4 * SECOND)[0];
    const [raw] = schedule.between(gone, gone + 4 * SECOND);
    expect(next?.assetId).toBe(raw?.assetId);
    expect(next?.sequence).toBe((raw?.sequence ?? 0) + (left?.sequenceShift ?? Number.NaN));
  });

  it('is all that a channel without a schedule has', () => {
    const nothing = { broadcasts: [], before: { sequence: 0, discontinuity: 0 } };
    expect(liveIngestSource(undefined, nothing, START)).toBeUndefined();
    expect(placeAfter(undefined, START, 0)).toEqual({
      startsAt: START - 4 * SECOND,
      sequence: START / SECOND - 4,
      discontinuity: START / SECOND - 4,
    });
  });
});
