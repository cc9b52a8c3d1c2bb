import { setTimeout } from 'node:timers/promises';
import type { Clock } from '@bonisa/kit/clock/clock';
import { AppError } from '@bonisa/kit/http/app-error';
import { type EncodedBody, encodeBody, weightOf } from '@bonisa/kit/http/encoded-body';
import { LRUCache } from 'lru-cache';
import { SOUND_ALONE } from '../asset.ts';
import type { Pathway } from '../delivery/delivery.addresses.ts';
import {
  firstInTheMiddle,
  type MayStillPlay,
  offeredRenditions,
  soundBeside,
} from '../delivery/delivery.service.ts';
import type { MediaSigning } from '../delivery/media.signing.ts';
import { onPathways, writeMultivariant } from '../delivery/playlist.ts';
import {
  airedSegments,
  type FileAddress,
  isOnAir,
  microsecondsOf,
  nextAired,
  offAir,
  SHORT_WINDOW_SECONDS,
  writeLivePlaylist,
} from './live-playlist.ts';
import type { FindLiveSource, LiveSource } from './live-source.port.ts';
import { describeSpan, type SpanTerms, spanAt } from './live-span.ts';
import type { LiveGrant, LiveTokens } from './live-token.ts';

export interface LiveDeliveryDependencies {
  readonly find: FindLiveSource;
  readonly programmes: (
    channelId: number,
    ...span: Parameters<SpanTerms['programmes']>
  ) => ReturnType<SpanTerms['programmes']>;
  readonly tokens: Pick<LiveTokens, 'read'>;
  readonly signing: Pick<MediaSigning, 'folderAddress' | 'moveMark' | 'pathways'>;
  /** Whether the viewer may still watch; usually answers from memory. */
  readonly mayStillPlay: MayStillPlay;
  readonly clock: Clock;
}

export type LiveDelivery = ReturnType<typeof createLiveDelivery>;

/** An answer that is the same for all viewers, and the times between which it is right. */
export interface TimedBody {
  readonly body: EncodedBody;
  /** Microseconds since 1970. */
  readonly from: number;
  readonly until: number;
  /** For how many seconds a cache may hold it. */
  readonly maxAge: number;
}

/** The windows of playlists in seconds, by the end of their file's name. */
const WINDOWS = { '': SHORT_WINDOW_SECONDS, '-2h': 7200 } as const;
export type LiveWindow = keyof typeof WINDOWS;

/** The files of multivariant playlists, with the window of what they name. */
export const MULTIVARIANT_FILES = { 'live.m3u8': '', 'two-hours.m3u8': '-2h' } as const;

/** How far back a viewer may go. */
export const BACK_SECONDS = 7200;
/** How long the judgement of a token is trusted, so that most requests need no other. */
const TRUSTED_MS = 5000;
const SPAN_AGE_SECONDS = 60;
/** How long a request waits for a channel's first segment: some three seconds. */
const TRY_MS = 250;
const MOST_TRIES = 12;
const MOST_ADDRESSES = 50_000;
const CACHE_BYTES = 48_000_000;
/** A light compression: the text is replaced after seconds. */
const EFFORT = 4;

const MEDIA_FILE = /^(backup-)?(0|[1-9]\d{0,3})p(|-2h)\.m3u8$/;
const SPAN_FILE = /^(\d{1,10})\.json$/;
export const LIVE_PREFIX = '/media/l/';

/** The address of a media playlist whose token was judged a moment ago. */
interface Judged {
  /** The key of its body, which all viewers of the rendition share. */
  readonly key: string;
  /** The end of the judgement, in milliseconds since 1970. */
  readonly until: number;
}

/** The address of a live file under a viewer's token. */
export function liveAddress(token: string, file: string): string {
  return `${LIVE_PREFIX}${token}/${file}`;
}

/**
 * Makes the playlists and spans of live channels. What a channel shows at a time is the same for
 * all viewers and is made once; the token in the address says who may read it.
 */
export function createLiveDelivery(dependencies: LiveDeliveryDependencies) {
  const { find, programmes, tokens, signing, mayStillPlay, clock } = dependencies;
  const judged = new LRUCache<string, Judged>({ max: MOST_ADDRESSES });
  const bodies = new LRUCache<string, TimedBody>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ body }) => weightOf(body),
  });

  async function judge(token: string): Promise<{ grant: LiveGrant; source: LiveSource }> {
    const grant = tokens.read(token);
    if (!grant) throw new AppError('signature_invalid', 'This address is not valid.');
    const now = clock.now();
    if (grant.until <= now)
      throw new AppError(
        'signature_expired',
        'This address is no longer valid. Open the channel again.',
      );
    if (!(await mayStillPlay(grant, 0)))
      throw new AppError(
        'not_entitled',
        'This can no longer be watched here. Open the channel again.',
      );
    const source = await find(grant.channelId);
    if (!source) throw offAir();
    return { grant, source };
  }

  /**
   * As {@link judge} does, once a window has a segment: no playlist is named that would be empty. A
   * channel that comes on air in this moment is waited for.
   */
  async function judgeOnAir(token: string, window: LiveWindow) {
    for (let tries = 0; ; tries++) {
      const judgement = await judge(token);
      const now = microsecondsOf(clock.now());
      if (airedSegments(judgement.source, now, WINDOWS[window]).length > 0) return judgement;
      if (tries === MOST_TRIES || !isOnAir(judgement.source, now)) throw offAir();
      await setTimeout(TRY_MS);
    }
  }

  function addressesAt(now: Date, pathway: Pathway = 'main'): FileAddress {
    const bases = new Map<string, string>();
    return (assetId, folder, file) => {
      const base = bases.get(assetId) ?? signing.folderAddress(assetId, now, pathway);
      bases.set(assetId, base);
      return `${base}${folder}/${file}`;
    };
  }

  function isRight({ from, until }: TimedBody, now: number): boolean {
    return from <= now && now < until;
  }

  function held(key: string, make: (at: Date, now: number) => TimedBody): TimedBody {
    const at = clock.now();
    const now = microsecondsOf(at);
    const known = bodies.get(key);
    if (known && isRight(known, now)) return known;
    const made = make(at, now);
    bodies.set(key, made);
    return made;
  }

  function mediaPlaylist(
    key: string,
    source: LiveSource,
    { height, window, pathway }: { height: number; window: LiveWindow; pathway: Pathway },
  ): TimedBody {
    return held(key, (at, now) => {
      const segments = airedSegments(source, now, WINDOWS[window]);
      if (segments.length === 0) throw offAir();
      const { targetSeconds, inits } = source;
      const { moveMark } = signing;
      const terms = { targetSeconds, inits, address: addressesAt(at, pathway), moveMark };
      const text = writeLivePlaylist(segments, height, terms);
      return {
        body: encodeBody(Buffer.from(text), { effort: EFFORT }),
        from: now,
        until: nextAired(source, now),
        maxAge: targetSeconds,
      };
    });
  }

  function span(channelId: number, source: LiveSource, number: number): TimedBody {
    const reach = microsecondsOf(clock.now());
    if (number < spanAt(reach - BACK_SECONDS * 1e6) || number > spanAt(reach) + 1) throw notFound();
    return held(`${source.id}/${channelId}/${number}`, (at, now) => {
      const terms = {
        address: addressesAt(at),
        backup: signing.pathways.includes('backup') ? addressesAt(at, 'backup') : undefined,
        programmes: (from: number, to: number) => programmes(channelId, from, to),
      };
      const text = JSON.stringify(describeSpan(source, number, terms));
      return {
        body: encodeBody(Buffer.from(text), { effort: EFFORT }),
        from: now,
        until: now + SPAN_AGE_SECONDS * 1e6,
        maxAge: SPAN_AGE_SECONDS,
      };
    });
  }

  return {
    /**
     * The multivariant playlist of a token. Throws an AppError: `signature_invalid`,
     * `signature_expired`, `not_entitled`, or `off_air`.
     */
    async multivariant(token: string, window: LiveWindow): Promise<string> {
      const { grant, source } = await judgeOnAir(token, window);
      const { renditions } = source;
      const within = firstInTheMiddle(offeredRenditions(renditions, grant.cap));
      return writeMultivariant(
        onPathways(signing, (pathway) =>
          [...within, ...soundBeside(renditions, grant.cap)].map((rendition) => ({
            rendition,
            address: liveAddress(
              token,
              `${pathway === 'backup' ? 'backup-' : ''}${rendition.height}p${window}.m3u8`,
            ),
          })),
        ),
      );
    },

    /**
     * The answer at a file's name: a media playlist, or a span of the source that the player knows.
     * Throws as the above does.
     */
    async file(token: string, file: string, knownSource?: string): Promise<TimedBody> {
      const at = clock.now().getTime();
      const { grant, source } = await judge(token);
      const number = SPAN_FILE.exec(file)?.[1];
      if (number) {
        const found = span(grant.channelId, source, Number(number));
        // Another process may know a newer source: this answer must not stay under its name.
        return knownSource === source.id ? found : { ...found, maxAge: 0 };
      }
      const [, backup, lines, window] = MEDIA_FILE.exec(file) ?? [];
      const height = Number(lines);
      // Sound alone is below every cap.
      const cap = height === SOUND_ALONE ? SOUND_ALONE : grant.cap;
      if (
        !offeredRenditions(source.renditions, cap).some((rendition) => rendition.height === height)
      )
        throw notFound();
      const pathway = backup ? 'backup' : 'main';
      const key = `${grant.channelId}/${pathway}/${height}${window}`;
      const found = mediaPlaylist(key, source, { height, window: window as LiveWindow, pathway });
      const until = Math.min(at + TRUSTED_MS, grant.until.getTime());
      judged.set(liveAddress(token, file), { key, until });
      return found;
    },

    /** The server's clock and the source for a viewer who may watch. Throws as the above does. */
    async now(token: string): Promise<{ readonly now: number; readonly source: string }> {
      const { source } = await judge(token);
      return { now: clock.now().getTime(), source: source.id };
    },

    /**
     * The body of a media playlist's address while the token was judged a moment ago and no segment
     * has been on air since; else the request must be routed.
     */
    peek(url: string): EncodedBody | undefined {
      if (!url.startsWith(LIVE_PREFIX)) return undefined;
      // Both are set anew after seconds, so a reading need not count as their latest use.
      const known = judged.peek(url);
      if (!known) return undefined;
      const now = clock.now();
      if (now.getTime() >= known.until) return undefined;
      const found = bodies.peek(known.key);
      return found && isRight(found, microsecondsOf(now)) ? found.body : undefined;
    },

    /** A span for the play call's answer. */
    spanFor: (channelId: number, source: LiveSource, number: number): string =>
      span(channelId, source, number).body.plain.toString(),
  };
}

function notFound(): AppError {
  return new AppError('not_found', 'There is nothing at this address.');
}
