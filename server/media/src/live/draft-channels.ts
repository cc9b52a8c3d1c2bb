import type { Programming } from '@bonisa/content/reading/programming.service';
import type { Clock } from '@bonisa/kit/clock/clock';
import { type LinearChannels, programmesOf, type SourcesOf } from './linear-source.ts';
import type { LiveSource } from './live-source.port.ts';

export interface DraftChannelsDependencies {
  /** The live channels that viewers do not have. */
  readonly programming: () => Promise<Programming>;
  /** Names the last change of the catalogue, as the database has it. */
  readonly mark: () => Promise<string>;
  readonly sourcesOf: SourcesOf;
  readonly clock: Clock;
}

interface Known {
  readonly mark: string;
  readonly readAt: Date;
  readonly channels: Programming['channels'];
  readonly sources: ReadonlyMap<number, LiveSource>;
}

/** Windows open and close without a change of the catalogue. */
const HELD_MS = 30_000;

/**
 * The live channels that only a preview has. Each request asks the database for the last change and
 * waits for the sources that belong to it: an editor sees what was saved just now, in whatever
 * process. Few people ask, so viewers' channels are not made a second time.
 */
export function createDraftChannels({
  programming,
  mark,
  sourcesOf,
  clock,
}: DraftChannelsDependencies): Omit<LinearChannels, 'hourBytes' | 'isShown'> {
  let known: Known | undefined;
  let making: { readonly mark: string; readonly made: Promise<Known> } | undefined;

  async function make(latest: string): Promise<Known> {
    const read = await programming();
    const { readAt, channels } = read;
    return { mark: latest, readAt, channels, sources: await sourcesOf(read) };
  }

  async function current(): Promise<Known> {
    // The mark comes first: what is written during the reading is read again.
    const latest = await mark();
    const age = known ? Math.abs(clock.now().getTime() - known.readAt.getTime()) : 0;
    if (known?.mark === latest && age < HELD_MS) return known;
    if (making?.mark !== latest) making = { mark: latest, made: make(latest) };
    const own = making;
    try {
      const made = await own.made;
      known = made;
      return made;
    } finally {
      if (making === own) making = undefined;
    }
  }

  return {
    find: async (channelId) => (await current()).sources.get(channelId),
    channelBySlug: async (slug) =>
      (await current()).channels.find((channel) => channel.slug === slug),
    programmes: (channelId, from, to) =>
      programmesOf(
        known?.channels.find(({ id }) => id === channelId),
        [from, to],
      ),
  };
}
