import { airingsAt, type WeeklySlot } from '@bonisa/domain/live/live-schedule';
import type { VideoInput } from './catalogue.input.ts';
import type { VersionsRepository } from './editing/versions.repository.ts';
import { writeVersion } from './editing/versions.service.ts';

type Rating = Pick<VideoInput, 'ratingAge' | 'ratingAdvice'>;

/** A contribution that a live channel shows instead of its schedule. */
export interface Broadcast {
  readonly since: Date;
  /** What an hour of it costs at the caps, in megabytes. */
  readonly hourCosts: readonly number[];
}

/** The recording of a contribution to a live channel. */
export interface LiveRecording {
  readonly liveChannelId: number;
  /** The slug of the channel that gets the video. */
  readonly channel: string;
  readonly assetId: string;
  readonly startedAt: Date;
  /** Whether viewers see it once its media are ready; else it is a draft. */
  readonly published: boolean;
}

/** Who made the first version of a recorded video. */
export const RECORDER = 'live recording';

const SOUTH_AFRICA = { timeZone: 'Africa/Johannesburg' } as const;

/** The video of a recording: named after the live channel and the time at which it began. */
export function recordedVideo(
  live: {
    readonly channel: {
      readonly slug: string;
      readonly title: string;
      readonly tagline: string;
      readonly description: string;
      readonly languages: readonly string[];
    };
    readonly genre: string;
    /** The rating of the programme in the guide at that time; undefined: there was none. */
    readonly rating: Rating | undefined;
  },
  { channel, assetId, startedAt, published }: Omit<LiveRecording, 'liveChannelId'>,
): VideoInput {
  const day = startedAt.toLocaleDateString('en-ZA', {
    ...SOUTH_AFRICA,
    day: 'numeric',
    month: 'long',
  });
  const time = startedAt.toLocaleTimeString('en-ZA', {
    ...SOUTH_AFRICA,
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  });
  const stamp = startedAt.toISOString().slice(0, 19).replace(/[-:]/g, '').toLowerCase();
  return {
    slug: `${live.channel.slug.slice(0, 60)}-${stamp}`,
    title: `${live.channel.title}, ${day}, ${time}`,
    synopsis: live.channel.tagline,
    description: live.channel.description,
    year: startedAt.getUTCFullYear(),
    // Outside a programme nobody has rated it: a person must, before viewers see it.
    ...(live.rating ?? { ratingAge: 'PG', ratingAdvice: [] }),
    languages: [...live.channel.languages],
    genre: live.genre,
    channel,
    assetId,
    published: published && live.rating !== undefined,
  };
}

/** The rating of the programme that the guide shows at a time. */
export function ratingAt(
  slots: readonly (WeeklySlot & { readonly ratingAge: string; readonly ratingAdvice: string[] })[],
  at: Date,
): Rating | undefined {
  const slot = airingsAt(slots, at, 0).now?.slot;
  // The schemas of slots and of videos have the same ratings.
  return slot && ({ ratingAge: slot.ratingAge, ratingAdvice: slot.ratingAdvice } as Rating);
}

/** Writes the first version of a recorded video: editors change and restore it like any other. */
export async function noteRecording(
  versions: Pick<VersionsRepository, 'latest' | 'insert'>,
  key: string,
  now: Date,
): Promise<void> {
  const by = { kind: 'command', id: '', name: RECORDER } as const;
  const made = { kind: 'title', key, action: 'created', fields: {} } as const;
  await writeVersion(versions, { ...made, by, now });
}
