import { airingsAt, weekFrom } from '@bonisa/domain/live/live-schedule';
import {
  type Candidate,
  fillSlot,
  mayFill,
  type SlotToFill,
} from '@bonisa/domain/live/slot-filling';
import { dayOf, daysAfter, instantOf } from '@bonisa/domain/south-african-time';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { ReadingRepository } from '../catalogue-reading.repository.ts';
import type { RecordingRow } from './programming.repository.ts';

/**
 * A programme of the week, or a dated one at its time of the week, with the media that fill it, in
 * the order of playing.
 */
export interface ProgrammedSlot {
  readonly startsAt: number;
  readonly minutes: number;
  readonly title: string;
  /** The media that an editor chose, where they may be shown. */
  readonly chosen: string | null;
  readonly assetIds: readonly string[];
}

/** A live channel with the week from yesterday on. */
export interface ProgrammedChannel {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  /** Language codes of the sound, the main language first. */
  readonly languages: readonly string[];
  readonly slots: readonly ProgrammedSlot[];
  /** The media that fill its holes; null: it is off air there. */
  readonly slateAssetId: string | null;
}

export interface Programming {
  readonly channels: readonly ProgrammedChannel[];
  /** When it was read. */
  readonly readAt: Date;
  /** From when another day, or windows of recordings, may make it another one. */
  readonly goodUntil: Date;
}

type ProgrammingReading = Pick<
  ReadingRepository,
  | 'programmedChannels'
  | 'programmedSlots'
  | 'programmedDated'
  | 'pooledRecordings'
  | 'chosenRecordings'
>;

const DAYS_OF_WEEK = 7;
/** The most recordings that fill a programme. */
const MOST_IN_SLOT = 16;
const DAY = 86_400_000;
/** Slots are filled for an airing within a week; a day more is for those that are on air. */
const EDGE_NEAR = 8 * DAY;
/** While a window opens or closes soon, the programmes that follow are chosen again so often. */
const CHOOSE_AGAIN = 15 * 60_000;

/**
 * Reads what the live channels play. A programme plays the recording that an editor chose; without
 * one, recordings of the channel's genre that all subscribers may watch, that are rated no higher
 * than the programme, and whose windows hold for the whole of its airing. Where nothing fits, the
 * slate is shown.
 */
export function createProgrammingReads({
  reading,
  clock,
}: {
  readonly reading: ProgrammingReading;
  readonly clock: Clock;
}) {
  return {
    async programming(): Promise<Programming> {
      const readAt = clock.now();
      const today = dayOf(readAt);
      // Viewers can go back two hours, also after midnight.
      const from = instantOf(daysAfter(today, -1));
      const to = instantOf(daysAfter(today, DAYS_OF_WEEK - 1));
      const [channels, slots, dated, pooled, chosen] = await Promise.all([
        reading.programmedChannels(readAt),
        reading.programmedSlots(readAt),
        reading.programmedDated({ from: instantOf(daysAfter(today, -2)), to }, readAt),
        reading.pooledRecordings(readAt),
        reading.chosenRecordings(readAt),
      ]);
      const slotsOf = Map.groupBy(slots, ({ liveChannelId }) => liveChannelId);
      const datedOf = Map.groupBy(dated, ({ liveChannelId }) => liveChannelId);
      const pools = Map.groupBy(pooled, ({ genreId }) => genreId);
      const candidates = new Map(
        [...pools].map(([genre, rows]) => [genre, rows.map(candidateOf)] as const),
      );
      const byName = new Map(chosen.map((row) => [nameOf(row), candidateOf(row)]));
      return {
        readAt,
        goodUntil: goodUntil([...pooled, ...chosen].map(candidateOf), readAt),
        channels: channels.map(({ genreId, ...channel }) => ({
          ...channel,
          slots: weekFrom(from, slotsOf.get(channel.id) ?? [], datedOf.get(channel.id) ?? []).map(
            (slot) => {
              const { startsAt, minutes, title: programme, titleId, episodeId } = slot;
              const wanted = toFill(channel.id, slot, readAt);
              const own = byName.get(nameOf({ titleId, episodeId }));
              const isShown = own !== undefined && mayFill(wanted, own);
              return {
                ...{ startsAt, minutes, title: programme },
                chosen: isShown ? own.assetId : null,
                assetIds: fillSlot(wanted, candidates.get(genreId) ?? [], MOST_IN_SLOT),
              };
            },
          ),
        })),
      };
    },
  };
}

/** Reads what the live channels play that only `drafts` has: a preview. */
export function createDraftProgramming({
  drafts,
  reading,
  clock,
}: {
  readonly drafts: ProgrammingReading;
  readonly reading: Pick<ReadingRepository, 'programmedChannels'>;
  readonly clock: Clock;
}): () => Promise<Programming> {
  const { programming } = createProgrammingReads({
    reading: {
      programmedChannels: async (now) => {
        const [all, shown] = await Promise.all([
          drafts.programmedChannels(now),
          reading.programmedChannels(now),
        ]);
        const viewers = new Set(shown.map(({ id }) => id));
        return all.filter(({ id }) => !viewers.has(id));
      },
      programmedSlots: drafts.programmedSlots,
      programmedDated: drafts.programmedDated,
      pooledRecordings: drafts.pooledRecordings,
      chosenRecordings: drafts.chosenRecordings,
    },
    clock,
  });
  return programming;
}

const nameOf = ({ titleId, episodeId }: Pick<RecordingRow, 'titleId' | 'episodeId'>): string =>
  episodeId === null ? `title ${titleId}` : `episode ${episodeId}`;

function candidateOf(row: RecordingRow): Candidate {
  const { assetId, ratingAge, from, until } = row;
  const time = (at: Date | string | null) => (at === null ? null : new Date(at).getTime());
  return { name: nameOf(row), assetId, ratingAge, from: time(from), until: time(until) };
}

/** A slot with its airing that is on or comes next. */
function toFill(
  channelId: number,
  slot: { readonly startsAt: number; readonly minutes: number; readonly ratingAge: string },
  now: Date,
): SlotToFill {
  const { now: on, next } = airingsAt([slot], now, 1);
  const airing = on ?? next[0];
  return {
    name: `${channelId} ${slot.startsAt}`,
    ratingAge: slot.ratingAge,
    startsAt: (airing?.startsAt ?? now).getTime(),
    endsAt: (airing?.endsAt ?? now).getTime(),
  };
}

function goodUntil(recordings: readonly Candidate[], now: Date): Date {
  const midnight = instantOf(daysAfter(dayOf(now), 1));
  const edges = recordings
    .flatMap(({ from, until }) => [from, until])
    .filter((edge) => edge !== null)
    .filter((edge) => edge > now.getTime() - DAY);
  const first = Math.max(Math.min(...edges) - EDGE_NEAR, now.getTime() + CHOOSE_AGAIN);
  return new Date(Math.min(first, midnight.getTime()));
}
