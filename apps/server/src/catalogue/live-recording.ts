import type { VideoInput } from './catalogue.input.ts';
import type { VersionsRepository } from './editing/versions.repository.ts';

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
}

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
  },
  { channel, assetId, startedAt }: Omit<LiveRecording, 'liveChannelId'>,
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
    // Nobody has rated it yet.
    ratingAge: 'PG',
    ratingAdvice: [],
    languages: [...live.channel.languages],
    genre: live.genre,
    channel,
    assetId,
    published: true,
  };
}

/** Writes the first version of a recorded video: editors change and restore it like any other. */
export async function noteRecording(
  versions: Pick<VersionsRepository, 'latest' | 'insert'>,
  key: string,
  now: Date,
): Promise<void> {
  const number = ((await versions.latest('title', [key])).get(key) ?? 0) + 1;
  const by = { actorKind: 'command', actorId: '', actor: 'live recording' } as const;
  const made = { action: 'created', fields: {}, restored: null } as const;
  await versions.insert([{ kind: 'title', key, number, at: now, ...by, ...made }]);
}
