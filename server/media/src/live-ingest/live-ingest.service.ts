import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import type { NewId } from '@bonisa/kit/ids';
import { hashToken } from '@bonisa/kit/secrets/keyed-hash';
import {
  createRecordingFinaliser,
  GONE_MS,
  type RecordingFinaliserDependencies,
} from './finalise-recording.service.ts';
import { FLV_HEAD } from './flv.ts';
import type { LiveIngestSession, StreamKey } from './live-ingest.repository.ts';
import type { Publication } from './live-ingest-listener.ts';
import type { LivePicture } from './live-picture.ts';
import type { PicturedSession } from './picture-parts.ts';
import { createRecording, type Recording } from './recording.ts';
import { MESSAGE } from './rtmp-chunks.ts';
import type { MediaMessage } from './rtmp-session.ts';
import { createStreamKeys, type RecordAct } from './stream-keys.service.ts';

export interface LiveIngestServiceDependencies extends RecordingFinaliserDependencies {
  readonly newId: NewId;
  /** Begins the pictures of a live ingest session for viewers. `close` ends its publisher. */
  readonly beginPicture: (
    ingestSession: PicturedSession,
    close: (why: string) => void,
  ) => LivePicture;
  /** Ends what a killed process left on air of a live ingest session. */
  readonly closeParts: (id: string) => Promise<void>;
  readonly limits: {
    readonly mostBytes: number;
    readonly mostMs: number;
    /** How long a stop waits for recordings to be finalised. */
    readonly stopMs: number;
  };
}

export type LiveIngestService = ReturnType<typeof createLiveIngestService>;

/** A publisher who is back so soon continues the same live ingest session. */
const AWAY_MS = 20_000;
const NOTE_MS = 2000;
const ENDED = 'a person has ended the live ingest session';
/** How long it is known from where a live ingest session was sent. */
const NETWORK_MS = 30 * 86_400_000;

/** A live ingest session that this process takes. */
interface Open {
  readonly id: string;
  /** Of the newest publisher. */
  key: StreamKey;
  readonly startedAt: Date;
  readonly recording: Recording;
  readonly picture: LivePicture;
  readonly copying: { stop(): Promise<void> };
  /** Ends the connection of the present publisher; undefined: away. */
  close: ((why: string) => void) | undefined;
  timer: NodeJS.Timeout | undefined;
  notedAt: number;
  hasPictures: boolean;
}

/**
 * Takes what publishers send to live channels: one publisher at a time for a channel, recorded as
 * it comes, and ingested when the live ingest session ends.
 */
export function createLiveIngestService(dependencies: LiveIngestServiceDependencies) {
  const { repository, titleOf, clock, newId, logger, limits } = dependencies;
  const { beginPicture, closeParts, copies } = dependencies;
  /** Breaks off what a stop cannot wait for. */
  const breakOff = new AbortController();
  const { fileOf, finalise, sweep, clear } = createRecordingFinaliser(
    dependencies,
    breakOff.signal,
  );
  const open = new Map<number, Open>();
  /** Live ingest sessions whose recordings are being finalised. */
  const ending = new Map<Open, Promise<void>>();
  /** Channels of which a publisher is just beginning. */
  const beginning = new Set<number>();
  let isStopping = false;
  const keys = createStreamKeys({
    repository,
    clock,
    close: (liveChannelId, why) => open.get(liveChannelId)?.close?.(why),
  });

  const report = (what: string) => (error: unknown) => logger.error({ err: error }, what);
  /** No foreign key of a stream key or a live ingest session says that its channel was deleted. */
  const isThere = async (liveChannelId: number): Promise<boolean> =>
    (await titleOf(liveChannelId)) !== undefined;

  async function openFor(key: StreamKey, network: string | null): Promise<Open | undefined> {
    const { liveChannelId } = key;
    const now = clock.now();
    const away = open.get(liveChannelId);
    if (away) {
      // Whoever was sent away by a person waits until that live ingest session is finalised.
      if (away.close || (await repository.byId(away.id))?.endAskedAt) return undefined;
      clearTimeout(away.timer);
      away.key = key;
      await repository.continueWith(away.id, network, now);
      return away;
    }
    // Another process takes the channel's live ingest session, or did until a moment ago.
    const other = await repository.openOf(liveChannelId);
    if (other && now.getTime() - other.seenAt.getTime() < GONE_MS) return undefined;
    const id = newId();
    await repository.begin({
      id,
      liveChannelId,
      state: 'live',
      startedAt: now,
      seenAt: now,
      bytes: 0,
      publishers: 1,
      network,
    });
    return begin({ id, key, startedAt: now });
  }

  function begin(known: Pick<Open, 'id' | 'key' | 'startedAt'>): Open {
    const { id, key } = known;
    const { liveChannelId } = key;
    const close = (why: string) => open.get(liveChannelId)?.close?.(why);
    const begun: Open = {
      ...known,
      recording: createRecording(fileOf(id), (error) => {
        report('a live ingest session cannot be recorded')(error);
        close('the disk failed');
      }),
      picture: beginPicture({ id, liveChannelId }, close),
      copying: copies.follow(id, fileOf(id)),
      close: undefined,
      timer: undefined,
      notedAt: 0,
      hasPictures: false,
    };
    open.set(liveChannelId, begun);
    return begun;
  }

  function note(session: Open, state: 'live' | 'away'): void {
    session.notedAt = performance.now();
    repository
      .note(session.id, { state, bytes: session.recording.size() }, clock.now())
      .catch(report('the state of a live ingest session could not be recorded'));
  }

  function take(session: Open, message: MediaMessage): void {
    session.hasPictures ||= message.type === MESSAGE.video;
    if (!session.recording.add(message)) session.close?.('the disk is too slow');
    session.picture.take(message);
    const lasted = clock.now().getTime() - session.startedAt.getTime();
    if (session.recording.size() > limits.mostBytes || lasted > limits.mostMs) {
      session.close?.('the live ingest session is too long');
      void finish(session);
    } else if (performance.now() - session.notedAt > NOTE_MS) {
      note(session, 'live');
      checkRight(session).catch(report('the right to a live ingest session could not be checked'));
    }
  }

  /**
   * An editor may have deleted the channel, and another process may have removed or replaced the
   * key, or was asked for the end. While this process stood still, it may also have let a publisher
   * in or finalised the recording: then this live ingest session ends.
   */
  async function checkRight(session: Open): Promise<void> {
    const { liveChannelId, keyHash } = session.key;
    const [key, isKnown, newest] = await Promise.all([
      repository.keyOf(liveChannelId),
      isThere(liveChannelId),
      repository.openOf(liveChannelId),
    ]);
    if (key?.keyHash !== keyHash) session.close?.('the stream key is no longer valid');
    else if (!isKnown) session.close?.('the live channel was deleted');
    if (newest?.id === session.id && !newest.endAskedAt) return;
    const isOurs = newest?.id === session.id;
    session.close?.(isOurs ? ENDED : 'another process has taken the channel over');
    await finish(session);
  }

  function leave(session: Open): void {
    session.close = undefined;
    session.picture.leave();
    if (!open.has(session.key.liveChannelId)) return;
    note(session, 'away');
    session.timer = setTimeout(() => void finish(session), AWAY_MS);
  }

  /** Ends a live ingest session of this process: its recording becomes an ingest job. */
  async function finish(session: Open): Promise<void> {
    if (open.get(session.key.liveChannelId) !== session) return;
    open.delete(session.key.liveChannelId);
    const ended = handOver(session).finally(() => ending.delete(session));
    ending.set(session, ended);
    await ended;
  }

  async function handOver(session: Open): Promise<void> {
    clearTimeout(session.timer);
    session.close?.('the live ingest session has ended');
    await session.picture.finish().catch(report('a live ingest session could not leave the air'));
    try {
      const bytes = await session.recording.close();
      await session.copying.stop();
      const { startedAt, hasPictures } = session;
      await finalise(session.id, session.key, { startedAt, isEmpty: !hasPictures, bytes });
    } catch (error) {
      report('the recording of a live ingest session could not be kept')(error);
      // What a stop broke off waits, whatever fails since.
      if (breakOff.signal.aborted) return;
      await repository
        .finish(session.id, { state: 'failed', jobId: null }, clock.now())
        .catch(report('the end of a live ingest session could not be recorded'));
    }
  }

  /** Ends a live ingest session in a process that may be killed soon: its recording waits first. */
  async function finishOrLeave(session: Open): Promise<void> {
    const bytes = session.hasPictures ? session.recording.size() : 0;
    const waits = repository
      .wait(session.id, bytes, clock.now())
      .catch(report('that a recording waits could not be recorded'));
    await Promise.all([waits, ending.get(session) ?? finish(session)]);
  }

  return {
    rotateKey: keys.rotate,
    removeKey: keys.remove,

    /**
     * Begins or continues a live ingest session; undefined: a wrong key, or the channel is taken or
     * deleted. `network` says where it comes from.
     */
    async publish(
      text: string,
      close: (why: string) => void,
      network: string | null = null,
    ): Promise<Publication | undefined> {
      const key = await repository.keyByHash(hashToken(text));
      if (!key || isStopping || beginning.has(key.liveChannelId)) return undefined;
      beginning.add(key.liveChannelId);
      try {
        const session = (await isThere(key.liveChannelId)) && (await openFor(key, network));
        if (!session) return undefined;
        if (isStopping) {
          await finish(session);
          return undefined;
        }
        session.close = close;
        session.recording.beginPublisher();
        return { take: (message) => take(session, message), end: () => leave(session) };
      } finally {
        beginning.delete(key.liveChannelId);
      }
    },

    /** Ends a channel's live ingest session now. False: there is none here. */
    async end(liveChannelId: number): Promise<boolean> {
      const session = open.get(liveChannelId);
      if (session) await finish(session);
      return session !== undefined;
    },

    /**
     * Ends a live ingest session that any process takes: this one at once, another one as soon as
     * it looks (two seconds while something arrives). With `revokesKey` its publisher cannot come
     * back. Undefined: there is none with this id, or it is over.
     */
    async endById(
      id: string,
      { revokesKey }: { readonly revokesKey: boolean },
      record: RecordAct,
    ): Promise<LiveIngestSession | undefined> {
      const session = await repository.transaction(async (tx) => {
        const within = repository.within(tx);
        const found = await within.askEnd(id, clock.now());
        if (!found) return undefined;
        if (revokesKey) await within.removeKey(found.liveChannelId);
        await record(tx);
        return found;
      });
      const here = session && open.get(session.liveChannelId);
      if (here?.id !== id) return session;
      here.close?.(ENDED);
      await finish(here);
      return (await repository.byId(id)) ?? session;
    },

    keys: repository.keys,
    newest: repository.newest,
    byId: repository.byId,
    unfinished: repository.open,

    /** Deletes where publishers sent from, a month after the end, and keys of deleted channels. */
    async purge(): Promise<void> {
      await repository.forgetNetworks(new Date(clock.now().getTime() - NETWORK_MS));
      for (const { liveChannelId } of await repository.keys())
        if (!(await isThere(liveChannelId))) await keys.remove(liveChannelId);
    },

    /**
     * Ends what a killed process of this folder left, before publishers are let in: what it stored
     * waits for the sweep, and a publisher who comes back begins another live ingest session.
     */
    async endLeft(): Promise<void> {
      for (const { id } of await repository.open()) {
        // The recording of another process lies elsewhere.
        const size = (await stat(fileOf(id)).catch(() => undefined))?.size;
        if (size === undefined) continue;
        await closeParts(id);
        await repository.wait(id, size > FLV_HEAD.length ? size : 0, clock.now());
      }
    },

    clear,

    /** Finalises what was left behind, and removes what is packaged. */
    sweep: (): Promise<void> =>
      sweep(new Set([...open.values(), ...ending.keys()].map(({ id }) => id))),

    /**
     * Ends all live ingest sessions of this process, and waits for a sweep that has begun. A
     * recording that is not finalised by then waits for the next process of the folder, or is
     * finalised from its copies by another session.
     */
    async stop(sweeping: Promise<void> = Promise.resolve()): Promise<void> {
      isStopping = true;
      const ours = [...open.values(), ...ending.keys()];
      const late = setTimeout(() => breakOff.abort(), limits.stopMs);
      const ended = Promise.all([...ours.map(finishOrLeave), sweeping]);
      await Promise.race([ended, once(breakOff.signal, 'abort')]);
      clearTimeout(late);
      if (!breakOff.signal.aborted) return;
      logger.info('the process stops: what it could not finalise waits for the next one');
      for (const { copying } of ours) void copying.stop();
    },
  };
}
