import { airingsAt, type WeeklySlot } from '@bonisa/domain/live/live-schedule';
import { AppError } from '@bonisa/kit/http/app-error';
import { refusalOf } from './editing/batch.refusals.ts';
import type { BatchRepository } from './editing/batch.repository.ts';
import type { EditingService } from './editing/editing.service.ts';
import { readForms } from './editing/entry-forms.ts';
import type { Writer } from './editing/versions.service.ts';

/** The recording of a live ingest session to a live channel. */
export interface LiveRecording {
  readonly liveChannelId: number;
  /** The slug of the channel that gets the video. */
  readonly channel: string;
  readonly assetId: string;
  readonly startedAt: Date;
  /** Whether viewers see it once its media are ready; else it is a draft. */
  readonly published: boolean;
}

interface Rating {
  readonly ratingAge: string;
  readonly ratingAdvice: readonly string[];
}

/** A live channel as rows write it: references are keys. */
interface LiveChannel {
  readonly slug: string;
  readonly title: string;
  readonly tagline: string;
  readonly description: string;
  readonly genre: string;
  readonly languages: readonly string[];
  readonly slots: readonly (WeeklySlot & Rating)[];
  readonly dated: readonly (Rating & { readonly startsAt: string; readonly minutes: number })[];
}

export interface LiveRecordingParts {
  readonly repository: Pick<BatchRepository, 'current' | 'lists' | 'keysOf' | 'idsBySlug'>;
  readonly editing: Pick<EditingService, 'apply'>;
}

/** Who makes the first version of a recorded video. */
export const RECORDER = 'live recording';
const BY: Writer = { kind: 'command', id: '', name: RECORDER };

const SOUTH_AFRICA = { timeZone: 'Africa/Johannesburg' } as const;

export function createLiveRecordings({ repository, editing }: LiveRecordingParts) {
  /** A reference in a row is a key before it is a slug. */
  async function keyOfChannel(slug: string): Promise<string> {
    const id = (await repository.idsBySlug('channel', [slug])).get(slug);
    if (id === undefined) throw new AppError('not_found', `There is no channel '${slug}'.`);
    return (await repository.keysOf('channel', [id])).get(id) ?? slug;
  }

  return {
    /**
     * Makes a video of a recording, or finds it made, whatever editors have changed of it since.
     * Throws `not_found` where one of the channels was deleted, and the refusal of the batch.
     */
    async add({ liveChannelId, channel, ...recording }: LiveRecording): Promise<void> {
      const [live] = (await readForms('liveChannel', [liveChannelId], repository)).values();
      if (!live) throw new AppError('not_found', `There is no live channel '${liveChannelId}'.`);
      const inChannel = await keyOfChannel(channel);
      const row = recordedVideo(live as unknown as LiveChannel, inChannel, recording);
      const { problems } = await editing.apply([row], { by: BY });
      if (problems.length > 0) throw refusalOf(problems, true);
    },
  };
}

/** The video of a recording: named after the live channel and the time at which it began. */
function recordedVideo(
  live: LiveChannel,
  channel: string,
  { assetId, startedAt, published }: Omit<LiveRecording, 'liveChannelId' | 'channel'>,
) {
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
  const slug = `${live.slug.slice(0, 60)}-${stamp}`;
  const rating = ratingAt(live, startedAt);
  const ifNew = {
    slug,
    title: `${live.title}, ${day}, ${time}`,
    synopsis: live.tagline,
    description: live.description,
    year: startedAt.getUTCFullYear(),
    // Outside a programme nobody has rated it: a person must, before viewers see it.
    ...(rating ?? { ratingAge: 'PG', ratingAdvice: [] }),
    languages: live.languages,
    genre: live.genre,
    channel,
    published: published && rating !== undefined,
  };
  // Version 0 is before every version: another recording never takes this video over.
  return { kind: 'video', key: slug, version: 0, assetId, ifNew };
}

/** The rating of the programme that the guide shows at a time; undefined: there was none. */
function ratingAt({ slots, dated }: LiveChannel, at: Date): Rating | undefined {
  const once = dated.map((programme) => ({ ...programme, startsAt: new Date(programme.startsAt) }));
  const slot = airingsAt(slots, at, 0, once).now?.slot;
  return slot && { ratingAge: slot.ratingAge, ratingAdvice: slot.ratingAdvice };
}
