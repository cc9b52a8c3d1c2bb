import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFile } from '@bonisa/kit/database/file-lock';
import type { FilmAtAddress } from './attachments.ts';
import { type GuardedAnswer, type GuardedFetchOptions, withAnswer } from './guarded-fetch.ts';
import { ImportError } from './import-row.ts';
import type { FilmFetcher } from './run-attachments.ts';

/**
 * Fetches a film at an https address into a file. What has arrived stays in `{file}.part`, and the
 * next run asks for the rest, if the server says that the film is the same.
 */

const MOST_FILM_BYTES = 50_000_000_000;
const SECONDS = 6 * 3600;
const WHAT = 'the film';
/** A page that explains why a film is not there is no film. */
const NO_FILM = /^(?:text\/|application\/(?:json|xml|vnd\.apple\.mpegurl|x-mpegurl|dash\+xml))/i;

export interface FetchFilmOptions extends Omit<GuardedFetchOptions, 'what'> {
  readonly show?: (share: number) => void;
  /** Only for tests, which have no certificate. */
  readonly schemes?: readonly string[];
}

/** Resolves when the whole film lies in `file`. Throws an ImportError that names why not. */
export async function fetchFilm(
  url: string,
  file: string,
  options: FetchFilmOptions,
): Promise<void> {
  const { mostBytes = MOST_FILM_BYTES, seconds = SECONDS, schemes = ['https:'] } = options;
  const part = `${file}.part`;
  const begun = await beginning(part);
  const headers: Record<string, string> = begun
    ? { range: `bytes=${begun.bytes}-`, 'if-range': begun.version }
    : {};
  const guarded = { ...options, seconds, schemes, what: WHAT };
  await withAnswer(url, guarded, headers, (answer) =>
    receive(answer, { part, begun, mostBytes, show: options.show ?? (() => undefined) }),
  );
  await rename(part, file);
  await rm(noteOf(part), { force: true });
}

/**
 * Films at addresses as files of a folder, named after the film: an import that broke off finds
 * what it had fetched. A film is held from its fetch until it is done or kept: another import that
 * wants it meanwhile is refused it by name.
 */
export function filmFiles(folder: string, options: FetchFilmOptions): FilmFetcher {
  const held = new Map<string, ReleaseFilm>();
  const fileOf = ({ reference }: FilmAtAddress): string =>
    join(folder, `.import-film-${reference.replace(/^import:/, '').slice(0, 16)}`);
  const keep = async (film: FilmAtAddress): Promise<void> => {
    const release = held.get(fileOf(film));
    held.delete(fileOf(film));
    await release?.();
  };
  return {
    async fetch(film, show) {
      const file = fileOf(film);
      held.set(file, lockFilm(file));
      try {
        const isThere = (await stat(file).catch(missing)) !== undefined;
        if (!isThere) await fetchFilm(film.url, file, { ...options, show });
      } catch (error) {
        await keep(film);
        throw error;
      }
      return file;
    },
    keep,
    async done(film) {
      await rm(fileOf(film), { force: true });
      await keep(film);
    },
  };
}

interface Begun {
  readonly bytes: number;
  /** The server's word for this very film: its ETag, or when it was changed. */
  readonly version: string;
}

async function receive(
  { statusCode, headers, body }: GuardedAnswer,
  {
    part,
    begun,
    mostBytes,
    show,
  }: {
    readonly part: string;
    readonly begun: Begun | undefined;
    readonly mostBytes: number;
    readonly show: (share: number) => void;
  },
): Promise<void> {
  const goesOn = begun !== undefined && statusCode === 206;
  if (begun && statusCode === 416) {
    // It is shorter than what we have: another film under the same version. Begin again next time.
    await forget(part);
    throw new ImportError(`${WHAT} changed while it was fetched; start the import again`);
  }
  if (statusCode !== 200 && !goesOn) throw new ImportError(`${WHAT} answered ${statusCode}`);
  const type = String(headers['content-type'] ?? '');
  if (NO_FILM.test(type)) throw new ImportError(`${WHAT} answered ${type.slice(0, 60)}`);
  const from = goesOn ? begun.bytes : 0;
  if (goesOn && !String(headers['content-range']).startsWith(`bytes ${from}-`))
    throw new ImportError(`${WHAT} answered another range than was asked for`);
  const length = Number(headers['content-length'] ?? Number.NaN);
  const all = Number.isFinite(length) ? from + length : undefined;
  const tooLarge = (): ImportError => new ImportError(`${WHAT} has more than ${mostBytes} bytes`);
  if (all !== undefined && all > mostBytes) throw tooLarge();
  const version = strongVersion(headers);
  if (version && !goesOn) await writeFile(noteOf(part), version);
  if (!version && !goesOn) await rm(noteOf(part), { force: true });
  let received = from;
  const handle = await open(part, goesOn ? 'a' : 'w');
  try {
    // Each chunk is in the file before the next is read: what arrived is there after any error.
    for await (const chunk of body as AsyncIterable<Buffer>) {
      received += chunk.length;
      if (received > mostBytes) throw tooLarge();
      await handle.appendFile(chunk);
      if (all) show(received / all);
    }
  } catch (error) {
    if (error instanceof ImportError) await forget(part);
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
      throw new ImportError('the disk has no room for the film', error);
    throw error;
  } finally {
    await handle.close();
  }
  if (all !== undefined && received !== all)
    throw new ImportError(`${WHAT} ended after ${received} of ${all} bytes`);
  if (received === 0) throw new ImportError(`${WHAT} is empty`);
}

const noteOf = (part: string): string => `${part}.version`;

async function forget(part: string): Promise<void> {
  await rm(part, { force: true });
  await rm(noteOf(part), { force: true });
}

/** What an earlier run has of the film; undefined without a version to compare. */
async function beginning(part: string): Promise<Begun | undefined> {
  const version = await readFile(noteOf(part), 'utf8').catch(missing);
  const found = await stat(part).catch(missing);
  return version && found && found.size > 0 ? { bytes: found.size, version } : undefined;
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}

/** A weak ETag does not promise the same bytes. */
function strongVersion({ etag, 'last-modified': changed }: GuardedAnswer['headers']) {
  if (typeof etag === 'string' && etag.startsWith('"')) return etag;
  return typeof changed === 'string' ? changed : undefined;
}

/** Gives the file back; the lock leaves nothing in the folder. */
type ReleaseFilm = () => Promise<void>;

/**
 * Keeps the file of a film for this import: two that appended to one file would mix its bytes.
 * Throws an ImportError where another import holds it.
 */
function lockFilm(file: string): ReleaseFilm {
  const path = `${file}.lock`;
  const unlock = lockFile(path, 0);
  if (!unlock)
    throw new ImportError('another import is fetching this film; start this one again later');
  return async () => {
    await rm(path, { force: true });
    unlock();
  };
}
