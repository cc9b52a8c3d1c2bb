import { BROADCAST_TITLE } from '@bonisa/content/live.presentation';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { SpanProgramme } from '../live/live-span.ts';
import type {
  LeftAir,
  LiveIngestPart,
  LiveIngestPartsRepository,
} from './live-ingest-parts.repository.ts';
import { type Broadcast, type ChannelBroadcasts, endOf } from './live-ingest-source.ts';

/** What another process put on air is known after so long. */
const FRESH_MS = 500;
/** Viewers go back two hours; a part that ended before that is of no interest. */
const WINDOW = 7_500_000_000;
const NONE: ChannelBroadcasts = { broadcasts: [], before: { sequence: 0, discontinuity: 0 } };

interface Snapshot {
  readonly channels: ReadonlyMap<number, ChannelBroadcasts>;
  readonly at: number;
  readonly now: number;
}

/** Knows which live ingest sessions are and were on air, in whatever process they arrive. */
export function createOnAir({
  repository,
  clock,
}: {
  readonly repository: Pick<LiveIngestPartsRepository, 'partsSince' | 'left'>;
  readonly clock: Clock;
}) {
  let known: Snapshot | undefined;
  let reading: Promise<Snapshot> | undefined;

  async function read(): Promise<Snapshot> {
    const at = performance.now();
    const now = clock.now().getTime();
    const since = now * 1000 - WINDOW;
    const [parts, left] = await Promise.all([repository.partsSince(since), repository.left(since)]);
    return { channels: channelsOf(parts, left, since), at, now };
  }

  async function current(): Promise<Snapshot> {
    const isFresh =
      known &&
      performance.now() - known.at < FRESH_MS &&
      Math.abs(clock.now().getTime() - known.now) < 2 * FRESH_MS;
    if (known && isFresh) return known;
    reading ??= read().finally(() => {
      reading = undefined;
    });
    known = await reading;
    return known;
  }

  return {
    of: async (channelId: number): Promise<ChannelBroadcasts> =>
      (await current()).channels.get(channelId) ?? NONE,

    /** Reads again after this process has written. */
    async refresh(): Promise<void> {
      await reading?.catch(() => undefined);
      known = await read();
    },

    /**
     * The programmes of a channel as they were: a live ingest session in place of what it replaced.
     * Milliseconds since 1970.
     */
    programmes(
      channelId: number,
      scheduled: readonly SpanProgramme[],
      [from, to]: readonly [number, number],
    ): readonly SpanProgramme[] {
      const { broadcasts } = known?.channels.get(channelId) ?? NONE;
      return broadcasts.reduce<readonly SpanProgramme[]>(
        (programmes, broadcast) => insert(programmes, programmeOf(broadcast), from, to),
        scheduled,
      );
    },
  };
}

function channelsOf(
  parts: readonly LiveIngestPart[],
  left: readonly LeftAir[],
  since: number,
): Map<number, ChannelBroadcasts> {
  const channels = new Map<number, ChannelBroadcasts>();
  const leftById = new Map(left.map((one) => [one.ingestSessionId, one]));
  for (const { liveChannelId, onAirUntil, sequenceShift, discontinuityShift } of left)
    if (onAirUntil <= since)
      channels.set(liveChannelId, {
        broadcasts: [],
        before: { sequence: sequenceShift, discontinuity: discontinuityShift },
      });
  for (const [channelId, own] of Map.groupBy(parts, (part) => part.liveChannelId)) {
    const broadcasts = [...Map.groupBy(own, (part) => part.ingestSessionId)].map(
      ([ingestSessionId, [first, ...others]]): Broadcast => ({
        ingestSessionId,
        parts: [first as LiveIngestPart, ...others],
        left: leftById.get(ingestSessionId),
      }),
    );
    channels.set(channelId, { ...(channels.get(channelId) ?? NONE), broadcasts });
  }
  return channels;
}

function programmeOf({ parts, left }: Broadcast): SpanProgramme {
  const [first] = parts;
  const last = parts.at(-1) ?? first;
  const ends = left?.onAirUntil ?? (last.isOpen ? Number.POSITIVE_INFINITY : endOf(last));
  return { title: BROADCAST_TITLE, startsAt: first.startsAt / 1000, endsAt: ends / 1000 };
}

/** Puts a programme into its time between others. */
function insert(
  programmes: readonly SpanProgramme[],
  { title, startsAt, endsAt }: SpanProgramme,
  from: number,
  to: number,
): readonly SpanProgramme[] {
  const until = Math.min(endsAt, to);
  if (startsAt >= to || until <= from) return programmes;
  const around = programmes.flatMap((programme) => [
    ...(programme.startsAt < startsAt
      ? [{ ...programme, endsAt: Math.min(programme.endsAt, startsAt) }]
      : []),
    ...(programme.endsAt > until
      ? [{ ...programme, startsAt: Math.max(programme.startsAt, until) }]
      : []),
  ]);
  return [...around, { title, startsAt, endsAt: until }].sort((a, b) => a.startsAt - b.startsAt);
}
