import { referenceOf } from './film-reference.ts';
import { type FilmSender, isGone, isSignInNeeded, type SendFilm } from './send-film.ts';

/**
 * The films that this page uploads. They live outside of every screen, so an upload goes on while
 * its person works elsewhere in the studio; after a reload the same file goes on where it was.
 */

export interface FilmTitle {
  readonly kind: 'video' | 'episode';
  readonly key: string;
}

/** What a title plays and what waits to take over, as the person saw it. */
export interface SeenMedia {
  readonly asset_id: string | null;
  readonly next_id: string | null;
}

export type UploadPhase =
  /** The film is looked at and the upload begun. */
  | 'preparing'
  | 'sending'
  | 'paused'
  /** It has arrived, and is given to the title. */
  | 'attaching'
  /** Somebody else gave the title another film meanwhile. */
  | 'disputed'
  | 'failed'
  | 'done';

export interface FilmUpload {
  readonly title: FilmTitle;
  readonly fileName: string;
  readonly size: number;
  /** The bytes that have arrived. */
  readonly sent: number;
  readonly phase: UploadPhase;
  /** Why it is paused or has failed. */
  readonly problem: Error | undefined;
  /** When sending began, and with how many bytes: tells how long it will take. */
  readonly from: { readonly at: number; readonly sent: number } | undefined;
}

/** What is remembered of an upload over a reload: nothing that grants anything. */
export interface RememberedUpload {
  readonly id: string;
  readonly fileName: string;
  readonly size: number;
}

/** What the store asks of the studio. */
export interface UploadCalls {
  /** The upload of this film that is under way, from whatever machine. */
  find(
    reference: string,
    size: number,
  ): Promise<
    { readonly id: string; readonly offset: number; readonly jobId: string | null } | undefined
  >;
  begin(film: {
    readonly fileName: string;
    readonly size: number;
    readonly reference: string;
  }): Promise<string>;
  /** The job of an upload that has arrived; `null` while it is queued. */
  jobOf(id: string): Promise<string | null>;
  /** Asks the person to sign in where the session has ended. */
  signIn(): Promise<void>;
  remove(id: string): Promise<void>;
  /** `conflict` where the title has other media than the person saw. */
  attach(title: FilmTitle, jobId: string, seen: SeenMedia | undefined): Promise<void>;
  isConflict(error: unknown): boolean;
}

export interface FilmUploadsParts {
  readonly calls: UploadCalls;
  readonly send: SendFilm;
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly now: () => number;
  readonly nameFilm?: (file: Blob) => Promise<string>;
}

interface Running extends FilmUpload {
  readonly file: File | undefined;
  readonly seen: SeenMedia | undefined;
  readonly id: string | undefined;
  readonly jobId: string | undefined;
  readonly sender: FilmSender | undefined;
}

export function createFilmUploads({
  calls,
  send,
  storage,
  now,
  nameFilm = referenceOf,
}: FilmUploadsParts) {
  const running = new Map<string, Running>();
  const listeners = new Set<() => void>();

  const nameOf = ({ kind, key }: FilmTitle): string => `bonisa-film ${kind} ${key}`;
  const set = (title: FilmTitle, changes: Partial<Running>): Running | undefined => {
    const before = running.get(nameOf(title));
    if (!before) return undefined;
    const after = { ...before, ...changes };
    running.set(nameOf(title), after);
    for (const listener of listeners) listener();
    return after;
  };
  const fail = (title: FilmTitle, problem: unknown, phase: UploadPhase = 'failed'): void =>
    void set(title, { phase, problem: problem as Error, sender: undefined });

  async function begin(title: FilmTitle, file: File, seen: SeenMedia): Promise<void> {
    if (isUnderWay(running.get(nameOf(title)))) return;
    const start = { title, file, seen, fileName: file.name, size: file.size, sent: 0 };
    const empty = { id: undefined, jobId: undefined, sender: undefined, from: undefined };
    running.set(nameOf(title), { ...start, ...empty, phase: 'preparing', problem: undefined });
    set(title, {});
    try {
      const reference = await nameFilm(file);
      const found = await calls.find(reference, file.size);
      const { name: fileName, size } = file;
      const id = found?.id ?? (await calls.begin({ fileName, size, reference }));
      storage.setItem(nameOf(title), JSON.stringify({ id, fileName, size }));
      set(title, { id, sent: found?.offset ?? 0 });
      if (found?.jobId) await arrived(title, found.jobId);
      else sendOn(title);
    } catch (error) {
      fail(title, error);
    }
  }

  function sendOn(title: FilmTitle): void {
    const upload = running.get(nameOf(title));
    if (!upload?.file || !upload.id) return;
    set(title, { phase: 'sending', problem: undefined, from: undefined });
    const sender = send({
      id: upload.id,
      file: upload.file,
      onProgress: (sent) => {
        const { from } = running.get(nameOf(title)) ?? {};
        set(title, { sent, from: from ?? { at: now(), sent } });
      },
      onDone: (jobId) => void arrived(title, jobId),
      onProblem: (error) => void broken(title, error),
    });
    set(title, { sender });
  }

  /** The bytes cannot go on: a session that has ended is asked for, anything else is said. */
  async function broken(title: FilmTitle, error: Error): Promise<void> {
    // What is gone is begun anew by the next press.
    if (isGone(error)) set(title, { id: undefined, sent: 0 });
    if (!isSignInNeeded(error)) return fail(title, error, isGone(error) ? 'failed' : 'paused');
    set(title, { phase: 'paused', problem: error, sender: undefined });
    try {
      await calls.signIn();
    } catch (refused) {
      return fail(title, refused, 'paused');
    }
    // Unless it was ended meanwhile.
    if (running.get(nameOf(title))?.phase === 'paused') sendOn(title);
  }

  async function arrived(title: FilmTitle, job: string | undefined): Promise<void> {
    const upload = set(title, { phase: 'attaching', problem: undefined, sender: undefined });
    if (!upload?.id) return;
    try {
      const jobId = job ?? (await calls.jobOf(upload.id)) ?? undefined;
      if (!jobId) throw new Error('The film has arrived and is queued. Go on in a minute.');
      set(title, { jobId, sent: upload.size });
      await attach(title, upload.seen);
    } catch (error) {
      fail(title, error, calls.isConflict(error) ? 'disputed' : 'failed');
    }
  }

  async function attach(title: FilmTitle, seen: SeenMedia | undefined): Promise<void> {
    const { jobId } = running.get(nameOf(title)) ?? {};
    if (!jobId) return;
    await calls.attach(title, jobId, seen);
    storage.removeItem(nameOf(title));
    set(title, { phase: 'done', problem: undefined });
  }

  return {
    begin,

    pause(title: FilmTitle): void {
      running.get(nameOf(title))?.sender?.stop();
      set(title, { phase: 'paused', problem: undefined, sender: undefined });
    },

    /** Goes on after a pause or a problem. */
    async goOn(title: FilmTitle): Promise<void> {
      const upload = running.get(nameOf(title));
      if (!upload) return;
      if (upload.id && upload.phase === 'paused') return sendOn(title);
      if (upload.id && upload.sent >= upload.size) return await arrived(title, upload.jobId);
      if (upload.file && upload.seen) {
        running.delete(nameOf(title));
        await begin(title, upload.file, upload.seen);
      }
    },

    /** Ends an upload and removes what has arrived; one that is remembered as well. */
    async giveUp(title: FilmTitle): Promise<void> {
      const upload = running.get(nameOf(title));
      upload?.sender?.stop();
      const id = upload?.id ?? remembered(title)?.id;
      running.delete(nameOf(title));
      storage.removeItem(nameOf(title));
      for (const listener of listeners) listener();
      if (id && !upload?.jobId) await calls.remove(id);
    },

    /** Gives the film to a title although somebody else has given it another one. */
    async attachAnyway(title: FilmTitle): Promise<void> {
      set(title, { phase: 'attaching', problem: undefined });
      await attach(title, undefined).catch((error: unknown) => fail(title, error));
    },

    /** Forgets an upload that is done or was given up. */
    forget(title: FilmTitle): void {
      running.delete(nameOf(title));
      storage.removeItem(nameOf(title));
      for (const listener of listeners) listener();
    },

    /** Gives a title the film of a remembered upload that has arrived. */
    async attachRemembered(title: FilmTitle, seen: SeenMedia): Promise<void> {
      const known = remembered(title);
      if (!known) return;
      const { id, fileName, size } = known;
      const empty = { file: undefined, jobId: undefined, sender: undefined, from: undefined };
      const whole = { fileName, size, sent: size, phase: 'attaching' as const };
      running.set(nameOf(title), { title, seen, id, ...empty, ...whole, problem: undefined });
      await arrived(title, undefined);
    },

    get: (title: FilmTitle): FilmUpload | undefined => running.get(nameOf(title)),
    remembered,
    /** Whether a page that is left now would interrupt an upload. */
    isBusy: (): boolean => [...running.values()].some(isUnderWay),
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };

  function remembered(title: FilmTitle): RememberedUpload | undefined {
    const text = storage.getItem(nameOf(title));
    if (text === null) return undefined;
    try {
      const { id, fileName, size } = JSON.parse(text) as RememberedUpload;
      const isWhole = typeof id === 'string' && typeof fileName === 'string' && size > 0;
      return isWhole ? { id, fileName, size } : undefined;
    } catch {
      return undefined;
    }
  }
}

function isUnderWay(upload: FilmUpload | undefined): boolean {
  return upload !== undefined && ['preparing', 'sending', 'attaching'].includes(upload.phase);
}
