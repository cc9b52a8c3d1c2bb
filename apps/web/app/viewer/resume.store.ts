import { CallError, type Client } from '@bonisa/contract/client';
import { formatMegabytes, megabytesOf } from '@bonisa/domain/playback/megabytes';
import { isUnfinished } from '@bonisa/domain/playback/resume';
import type { SignedInViewer } from '../browser/viewer.ts';
import { durationWords } from '../titles/title-words.ts';
import { say } from '../words/words.ts';
import type { StoredPosition, Watched } from './find-position.ts';
import type { ViewerSource } from './list.store.ts';
import type { Positions } from './positions.ts';

/** An item being played, with the data that its position needs. */
export interface Playing extends Watched {
  readonly durationSeconds: number;
  /** The slug of an episode's show: a show has one entry. */
  readonly show: string | null;
  /** Where the credits begin, in seconds. */
  readonly creditsAt?: number | undefined;
  /** The viewer has seen it. */
  readonly isOver?: boolean;
  /** Of a finished episode: the next one takes its place. */
  readonly next?: { readonly id: number; readonly durationSeconds: number } | null | undefined;
}

/** A resume position, with the duration of the whole item. */
export interface ResumePoint {
  readonly kind: Watched['kind'];
  readonly id: number;
  readonly time: number;
  readonly duration: number;
}

/** `leave`: playback has stopped, or the page is being left. `pass`: playback continues. */
export type Moment = 'pass' | 'leave';

export interface ResumeStore {
  /** The viewer's position in an item; nothing if the item is not begun or is finished. */
  find(item: Watched, durationSeconds: number): ResumePoint | undefined;
  /** The show's latest watched episode and its position. */
  findInShow(slug: string): ResumePoint | undefined;
  /**
   * Stores a position (row F10): here at once, and on the server now and then, at the latest when
   * playback stops.
   */
  record(item: Playing, seconds: number, moment: Moment): void;
  /**
   * Removes an item, on the server an episode's whole show. Resolves to whether the server has
   * removed it.
   */
  forget(item: Watched & { readonly show: string | null }): Promise<boolean>;
  /**
   * Sends the server the positions that only this browser has, for example from before sign-in, and
   * removes those of another viewer, whose playback in another tab went on for a moment after the
   * sign-out. Only for a known viewer. Resolves to whether it sent any.
   */
  sendUnsent(): Promise<boolean>;
}

interface Options {
  readonly call: Client;
  readonly viewer: ViewerSource;
  readonly positions: Positions;
  readonly now: () => number;
  /** Logs a failure that is not shown. */
  readonly log: (what: string, error: unknown) => void;
}

/**
 * During playback the server receives a position at most this often: each call costs the viewer
 * data.
 */
const SERVER_EVERY_MS = 30_000;

type Resume = SignedInViewer['resume'];
type PutBody = { video_id?: number; episode_id?: number };

const idField = ({ kind, id }: Watched): PutBody =>
  kind === 'video' ? { video_id: id } : { episode_id: id };

/** Resume positions: in this browser, and for a signed-in viewer on the server. */
export function createResumeStore({ call, viewer, positions, now, log }: Options): ResumeStore {
  let sentAt = Number.NEGATIVE_INFINITY;

  const signedIn = (): SignedInViewer | undefined => {
    const state = viewer.state();
    return state.state === 'known' && state.viewer.signed_in ? state.viewer : undefined;
  };
  const isOthers = ({ owner }: StoredPosition): boolean =>
    owner !== undefined && viewer.state().state === 'known' && owner !== signedIn()?.user_id;
  const changeResume = (change: (resume: Resume) => Resume) =>
    viewer.change((before) => ({ ...before, resume: change(before.resume) }));

  async function send(item: Watched, time: number, at: number): Promise<void> {
    sentAt = at;
    try {
      await call(
        'putResume',
        { positions: [{ ...idField(item), time, at: new Date(at).toISOString() }] },
        { keepalive: true },
      );
      confirmSent({ ...item, time, at });
    } catch (error) {
      log('where playback was left could not be kept', error);
    }
  }

  /** The server has the position: it is not sent again, and a finished item is removed here. */
  function confirmSent({
    kind,
    id,
    time,
    at,
  }: Watched & { readonly time: number; readonly at: number }): void {
    const left = positions.find({ kind, id });
    if (left?.at !== at) return;
    const isKept = signedIn()?.resume.some((one) => one.kind === kind && one.id === id) ?? true;
    if (isKept) positions.put({ kind, id }, { ...left, time, sent: true });
    else positions.remove({ kind, id });
  }

  return {
    find(item, durationSeconds) {
      const found = positions.find(item);
      const left = found && !isOthers(found) ? found : undefined;
      const known = signedIn();
      // A position that the server lacks is newer than the server's; one that it has may be older.
      const kept = known?.resume.find(({ kind, id }) => kind === item.kind && id === item.id);
      const time = left && (!left.sent || !known) ? left.time : kept?.time;
      const duration = durationSeconds || (kept?.duration ?? 0);
      return time !== undefined && isUnfinished(time, duration)
        ? { kind: item.kind, id: item.id, time, duration }
        : undefined;
    },
    findInShow: (slug) => signedIn()?.resume.find(({ show }) => show === slug),
    record(item, seconds, moment) {
      const time = Math.floor(seconds);
      const at = now();
      const { kind, id, show, durationSeconds, creditsAt, next } = item;
      const unfinished = isUnfinished(time, durationSeconds, creditsAt);
      const left = unfinished
        ? { id, time, duration: durationSeconds }
        : next && { id: next.id, time: 0, duration: next.durationSeconds };
      const before = positions.find(item);
      const isKept =
        signedIn()?.resume.some(({ kind, id }) => kind === item.kind && id === item.id) ?? false;
      if (!unfinished && !before && !isKept && !item.isOver) return;
      if (before?.time === time && before.sent) return;
      // A finished item is also stored until the server has received it.
      const owner = signedIn()?.user_id;
      if (unfinished || owner) positions.put(item, { time, at, sent: false, owner });
      else positions.remove(item);
      changeResume((resume) => {
        const others = resume.filter(
          (other) =>
            !(other.kind === kind && other.id === id) && (show === null || other.show !== show),
        );
        return left ? [{ kind, show, ...left }, ...others] : others;
      });
      if (signedIn() && (moment === 'leave' || at - sentAt >= SERVER_EVERY_MS))
        void send(item, time, at);
    },
    async forget(item) {
      positions.remove(item);
      const before = signedIn()?.resume;
      changeResume((resume) =>
        resume.filter(
          (other) =>
            !(other.kind === item.kind && other.id === item.id) &&
            (item.show === null || other.show !== item.show),
        ),
      );
      try {
        await call('removeResume', idField(item));
        return true;
      } catch (error) {
        log('what was begun could not be taken out', error);
        if (before) changeResume(() => before);
        return false;
      }
    },
    async sendUnsent() {
      const owner = signedIn()?.user_id;
      positions.removeOthers(owner);
      const unsent = positions.unsent();
      if (unsent.length === 0 || !owner) return false;
      const body = unsent.slice(0, 50).map(({ time, at, ...item }) => ({
        ...idField(item),
        time,
        at: new Date(at).toISOString(),
      }));
      try {
        await call('putResume', { positions: body });
      } catch (error) {
        // The server refuses a deleted title for good: do not retry.
        if (
          !(
            error instanceof CallError &&
            error.status >= 400 &&
            error.status < 500 &&
            error.status !== 401 &&
            error.status !== 429
          )
        ) {
          log('where playback was left could not be kept', error);
          return false;
        }
        log('some places were not taken', error);
      }
      for (const { kind, id, ...left } of unsent) {
        if (positions.find({ kind, id })?.at === left.at)
          positions.put({ kind, id }, { ...left, sent: true, owner });
      }
      return true;
    },
  };
}

/** `12 min left`, for an unfinished title. */
export function timeLeftWords(seconds: number): string {
  return say('resume.left', { duration: durationWords(seconds) });
}

/** Says the data cost of the rest of what is begun, else of the whole; from that of the whole. */
export function restWords(
  begun: Pick<ResumePoint, 'time' | 'duration'> | undefined,
): (megabytes: number) => string {
  return (megabytes) => (begun ? remainingCost(begun, megabytes) : formatMegabytes(megabytes));
}

/** The data cost of the rest: its share of the whole cost, rounded up. */
export function remainingCost(
  { time, duration }: Pick<ResumePoint, 'time' | 'duration'>,
  megabytes: number,
): string {
  const rest = megabytes * (1 - Math.min(1, time / Math.max(1, duration)));
  return formatMegabytes(megabytesOf(rest * 1_000_000));
}
