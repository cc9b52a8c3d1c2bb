import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createFilmUploads, type SeenMedia, type UploadCalls } from './film-uploads.ts';
import { type FilmToSend, SendError } from './send-film.ts';

const TITLE = { kind: 'video', key: 'the-lamp' } as const;
const SEEN: SeenMedia = { asset_id: null, next_id: null };
const FILE = new File(['a film of 20 bytes!!'], 'lamp.mp4');

const conflict = new Error('somebody else');
let sending: FilmToSend[];
let stopped: number;
let attached: [string, SeenMedia | undefined][];
let stored: Map<string, string>;
let calls: { [Name in keyof UploadCalls]: ReturnType<typeof vi.fn> & UploadCalls[Name] };

beforeEach(() => {
  sending = [];
  stopped = 0;
  attached = [];
  stored = new Map();
  calls = {
    find: vi.fn(async () => undefined),
    begin: vi.fn(async () => 'upload-1'),
    jobOf: vi.fn(async () => 'job-1'),
    signIn: vi.fn(async () => undefined),
    remove: vi.fn(async () => undefined),
    attach: vi.fn(async (_title, job, seen) => void attached.push([job, seen])),
    isConflict: vi.fn((error) => error === conflict),
  };
});

const storage = () => ({
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, value: string) => void stored.set(name, value),
  removeItem: (name: string) => void stored.delete(name),
});
const created = () =>
  createFilmUploads({
    calls,
    send: (film) => {
      sending.push(film);
      return {
        stop: () => {
          stopped += 1;
        },
      };
    },
    storage: storage(),
    now: () => 0,
    nameFilm: async () => 'import:0',
  });
const last = (): FilmToSend => sending.at(-1) as FilmToSend;

describe('the upload of a film', () => {
  it('gives the title the job of what has arrived, with what the person saw', async () => {
    const uploads = created();
    await uploads.begin(TITLE, FILE, SEEN);
    expect(uploads.get(TITLE)).toMatchObject({ phase: 'sending', sent: 0, size: 20 });
    last().onProgress(8);
    expect(uploads.get(TITLE)?.sent).toBe(8);
    expect(uploads.isBusy()).toBe(true);
    last().onDone('job-1');
    await vi.waitFor(() => expect(uploads.get(TITLE)?.phase).toBe('done'));
    expect(attached).toEqual([['job-1', SEEN]]);
    expect([stored.size, uploads.isBusy()]).toEqual([0, false]);
  });

  it('pauses, and goes on with the same upload', async () => {
    const uploads = created();
    await uploads.begin(TITLE, FILE, SEEN);
    uploads.pause(TITLE);
    expect([uploads.get(TITLE)?.phase, stopped]).toEqual(['paused', 1]);
    await uploads.goOn(TITLE);
    expect(sending.map(({ id }) => id)).toEqual(['upload-1', 'upload-1']);
    expect(calls.begin).toHaveBeenCalledTimes(1);
  });

  it('asks for a new sign-in where the session has ended, and then goes on', async () => {
    const uploads = created();
    await uploads.begin(TITLE, FILE, SEEN);
    last().onProblem(new SendError('ended', 401, undefined));
    await vi.waitFor(() => expect(sending).toHaveLength(2));
    expect(calls.signIn).toHaveBeenCalledTimes(1);
    expect(uploads.get(TITLE)).toMatchObject({ phase: 'sending', problem: undefined });
    calls.signIn.mockRejectedValueOnce(new Error('not signed in'));
    last().onProblem(new SendError('ended', 401, undefined));
    await vi.waitFor(() =>
      expect(uploads.get(TITLE)?.problem).toMatchObject({ message: 'not signed in' }),
    );
    expect([uploads.get(TITLE)?.phase, sending.length]).toEqual(['paused', 2]);
  });

  it('goes on after a reload, and on another machine, when the same file is chosen', async () => {
    await created().begin(TITLE, FILE, SEEN);
    const reloaded = created();
    expect(reloaded.remembered(TITLE)).toEqual({ id: 'upload-1', fileName: 'lamp.mp4', size: 20 });
    calls.find.mockResolvedValueOnce({ id: 'upload-1', offset: 12, jobId: null });
    await reloaded.begin(TITLE, FILE, SEEN);
    expect(calls.find).toHaveBeenLastCalledWith('import:0', 20);
    expect(reloaded.get(TITLE)).toMatchObject({ phase: 'sending', sent: 12 });
    expect(calls.begin).toHaveBeenCalledTimes(1);
  });

  it('sends nothing of a film that has arrived already', async () => {
    const uploads = created();
    calls.find.mockResolvedValueOnce({ id: 'upload-1', offset: 20, jobId: 'job-7' });
    await uploads.begin(TITLE, FILE, SEEN);
    expect([sending.length, attached]).toEqual([0, [['job-7', SEEN]]]);
  });

  it('leaves the choice to the person where somebody else gave the title a film', async () => {
    const uploads = created();
    await uploads.begin(TITLE, FILE, SEEN);
    calls.attach.mockRejectedValueOnce(conflict);
    last().onDone('job-1');
    await vi.waitFor(() => expect(uploads.get(TITLE)?.phase).toBe('disputed'));
    await uploads.attachAnyway(TITLE);
    expect([uploads.get(TITLE)?.phase, attached]).toEqual(['done', [['job-1', undefined]]]);
  });

  it('begins anew what is not there any more, and says why it was not taken', async () => {
    const uploads = created();
    await uploads.begin(TITLE, FILE, SEEN);
    last().onProblem(new SendError('gone', 410, undefined));
    await vi.waitFor(() => expect(uploads.get(TITLE)?.phase).toBe('failed'));
    expect(uploads.get(TITLE)?.problem?.message).toBe('gone');
    await uploads.goOn(TITLE);
    expect(calls.begin).toHaveBeenCalledTimes(2);
    expect(calls.signIn).not.toHaveBeenCalled();
  });

  it('is given up: what has arrived is removed, and nothing is remembered', async () => {
    const uploads = created();
    await uploads.begin(TITLE, FILE, SEEN);
    await uploads.giveUp(TITLE);
    expect(calls.remove).toHaveBeenCalledWith('upload-1');
    expect([stopped, stored.size, uploads.get(TITLE)]).toEqual([1, 0, undefined]);
  });

  it('trusts nothing that the storage of the browser says', () => {
    const name = 'bonisa-film video the-lamp';
    for (const text of ['no json', '{}', '{"id": 3, "fileName": "x", "size": 5}']) {
      stored.set(name, text);
      expect(created().remembered(TITLE)).toBeUndefined();
    }
  });
});
