import type { Clock } from '../../platform/clock/clock.ts';
import type { ReadingRepository } from '../catalogue-reading.repository.ts';
import { RECORDINGS_OF_A_GENRE } from './programming.repository.ts';

/** A programme of the week with the media that fill it, in the order of playing. */
export interface ProgrammedSlot {
  readonly startsAt: number;
  readonly minutes: number;
  readonly title: string;
  readonly assetIds: readonly string[];
}

/** A live channel with its week. */
export interface ProgrammedChannel {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly slots: readonly ProgrammedSlot[];
}

export interface Programming {
  readonly channels: readonly ProgrammedChannel[];
  /** When it was read. */
  readonly readAt: Date;
}

/**
 * Reads what the live channels play: each programme is filled with the videos of the channel's
 * genre, of which each programme begins with another one. A genre without videos plays all of them.
 */
export function createProgrammingReads({
  reading,
  clock,
}: {
  readonly reading: Pick<
    ReadingRepository,
    'programmedChannels' | 'programmedSlots' | 'recordings'
  >;
  readonly clock: Clock;
}) {
  return {
    async programming(): Promise<Programming> {
      const readAt = clock.now();
      const [channels, slots, recordings] = await Promise.all([
        reading.programmedChannels(readAt),
        reading.programmedSlots(readAt),
        reading.recordings(readAt),
      ]);
      const slotsOf = Map.groupBy(slots, ({ liveChannelId }) => liveChannelId);
      const byGenre = Map.groupBy(recordings, ({ genreId }) => genreId);
      return {
        readAt,
        channels: channels.map(({ id, slug, title, genreId }) => {
          const pool = distinct(byGenre.get(genreId) ?? recordings);
          return {
            id,
            slug,
            title,
            slots: (slotsOf.get(id) ?? []).map(({ startsAt, minutes, title: programme }) => ({
              startsAt,
              minutes,
              title: programme,
              assetIds: from(pool, id * 5 + Math.floor(startsAt / 30)),
            })),
          };
        }),
      };
    },
  };
}

function distinct(recordings: readonly { readonly assetId: string }[]): string[] {
  return [...new Set(recordings.map(({ assetId }) => assetId))].slice(0, RECORDINGS_OF_A_GENRE);
}

/** The list in turn, from its element `first` on. */
function from<One>(list: readonly One[], first: number): One[] {
  const at = list.length > 0 ? first % list.length : 0;
  return [...list.slice(at), ...list.slice(0, at)];
}
