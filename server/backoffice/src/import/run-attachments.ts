import { lstat, readFile, realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import { MOST_PICTURE_BYTES } from '@bonisa/contract/studio/artwork.calls';
import { MOST_CAPTION_CHARACTERS } from '@bonisa/contract/studio/captions.calls';
import type { ImportReporter } from '@bonisa/contract/studio/import-report';
import type { ImportProblem } from '@bonisa/contract/studio/import-run';
import { publicAddressesOf } from '@bonisa/kit/public-address';
import { type CleanCaptions, cleanCaptions } from '@bonisa/media/captions/captions';
import { CaptionsError } from '@bonisa/media/captions/webvtt';
import {
  type Attached,
  type Attachment,
  type AttachmentTarget,
  type FilmAtAddress,
  fileOf,
  fileWithin,
} from './attachments.ts';
import { fetchGuardedBytes } from './guarded-fetch.ts';
import type { FilesProgress } from './import-progress.ts';
import { ImportError, ImportTargetAway } from './import-row.ts';
import { readText } from './text-encoding.ts';

/** Gives entries their pictures, films and captions, after the entries themselves. */

export interface AttachmentsOptions {
  readonly attachments: readonly Attachment[];
  readonly target: AttachmentTarget;
  readonly progress?: FilesProgress;
  readonly show?: (line: string) => void;
  readonly fetchPicture?: (url: string) => Promise<Buffer>;
  readonly fetchCaptions?: (url: string) => Promise<Buffer>;
  /** Brings a film at an address into a file of this machine; without it such a film is refused. */
  readonly filmFile?: FilmFetcher;
}

export interface FilmFetcher {
  /** The file of the film, fetched or left by an earlier run. */
  fetch(film: FilmAtAddress, show: (share: number) => void): Promise<string>;
  /** Its file stays for the next run. */
  keep(film: FilmAtAddress): Promise<void>;
  /** The film was given or refused, and its file is not needed any more. */
  done(film: FilmAtAddress): Promise<void>;
}

export interface AttachmentsSummary {
  readonly given: number;
  readonly unchanged: number;
  /** Films that are not packaged yet. */
  readonly waiting: number;
  /** What of captions is not shown, one line each. */
  readonly leftOut: readonly string[];
}

/** Throws an ImportError for files that are not there or too large. */
export async function checkAttachments(attachments: readonly Attachment[]): Promise<void> {
  const problems: string[] = [];
  for (const one of attachments) {
    const file = fileOf(one);
    const bytes = file === undefined ? undefined : await sizeOf(file);
    if (file !== undefined && bytes === undefined)
      problems.push(`${one.place}: ${file} is no file that can be read`);
    if (bytes === 0) problems.push(`${one.place}: ${file} is empty`);
    const limit = one.what === 'picture' ? MOST_PICTURE_BYTES : MOST_CAPTION_BYTES;
    if (one.what !== 'film' && (bytes ?? 0) > limit)
      problems.push(`${one.place}: ${file} has more than ${limit} bytes`);
  }
  if (problems.length > 0) throw new ImportError(problems);
}

/** What a dry run says of a file. */
export function lineOf(one: Attachment): string {
  return `${nameOf(one)} of ${one.kind} ${one.key}`;
}

const fetchPublicPicture = (url: string): Promise<Buffer> =>
  fetchGuardedBytes(url, { addressesOf: publicAddressesOf, mostBytes: MOST_PICTURE_BYTES });

/** The largest file of captions: a character may be two bytes. */
export const MOST_CAPTION_BYTES = MOST_CAPTION_CHARACTERS * 2;

/** The bytes of captions at an address of the public internet. */
const fetchPublicCaptions = (url: string): Promise<Buffer> =>
  fetchGuardedBytes(url, {
    ...{ addressesOf: publicAddressesOf, mostBytes: MOST_CAPTION_BYTES, what: 'the file' },
  });

/**
 * Sends all files. Those that were sent before an interruption are not sent again. A refused file
 * keeps no other from its place: at the end an ImportError names all of them, and films that could
 * not be packaged. The next run asks for them again, also where this one breaks off.
 */
export async function runAttachments({
  attachments,
  target,
  progress,
  show = () => undefined,
  fetchPicture = fetchPublicPicture,
  fetchCaptions = fetchPublicCaptions,
  filmFile = NO_FILMS,
}: AttachmentsOptions): Promise<AttachmentsSummary> {
  const before = (await progress?.state()) ?? { done: 0, refused: [] };
  const waiting = new Set(before.refused);
  let done = before.done;
  const counts = { given: 0, unchanged: 0 };
  const leftOut: string[] = [];
  const leave = (line: string): void => {
    leftOut.push(line);
    show(`left out: ${line}`);
  };
  const refused: string[] = [];
  const asked = [...attachments.entries()].filter(([at]) => at >= done || waiting.has(at));
  const pictureAt = fetchedAhead(
    asked.flatMap(([, one]) => addressOfPicture(one) ?? []),
    fetchPicture,
  );
  for (const [at, one] of asked) {
    try {
      const parts = { fetchPicture: pictureAt, fetchCaptions, filmFile, show, leave };
      counts[await attach(one, target, parts)] += 1;
      waiting.delete(at);
    } catch (error) {
      if (!(error instanceof ImportError) || error instanceof ImportTargetAway) {
        for (const line of refused) show(`refused: ${line}`);
        throw error;
      }
      const lines = error.lines.map((line) => `${one.place}: ${nameOf(one)}: ${line}`);
      // The item of another company's feed comes without them.
      if (one.what === 'fetched captions') for (const line of lines) leave(line);
      else {
        refused.push(...lines);
        waiting.add(at);
      }
    }
    done = Math.max(done, at + 1);
    await progress?.record(done, [...waiting]);
    show(`${at + 1} of ${attachments.length} files`);
  }
  await progress?.clear();
  const films = await target.filmsSoFar();
  const lines = [...refused, ...films.failed];
  if (lines.length > 0) throw new ImportError(lines);
  return { ...counts, waiting: films.waiting, leftOut };
}

/** How many pictures are fetched before their turn: each is held whole until then. */
const AHEAD = 8;

/**
 * Fetches pictures eight at a time, while the files before them are sent. They are asked for in the
 * order of `urls`.
 */
function fetchedAhead(
  urls: readonly string[],
  fetchPicture: (url: string) => Promise<Buffer>,
): (url: string) => Promise<Buffer> {
  const left = [...urls];
  const begun: Promise<Buffer>[] = [];
  return async () => {
    for (const url of left.splice(0, AHEAD - begun.length)) {
      const fetching = fetchPicture(url);
      // Its turn reports the failure.
      fetching.catch(() => undefined);
      begun.push(fetching);
    }
    const next = begun.shift();
    if (!next) throw new Error('a picture is asked for that was not named');
    return await next;
  };
}

function addressOfPicture(one: Attachment): string | undefined {
  return one.what === 'picture' && 'url' in one.from ? one.from.url : undefined;
}

async function attach(
  one: Attachment,
  target: AttachmentTarget,
  {
    fetchPicture,
    fetchCaptions,
    filmFile,
    show,
    leave,
  }: Required<Pick<AttachmentsOptions, 'fetchPicture' | 'fetchCaptions' | 'filmFile' | 'show'>> & {
    readonly leave: (line: string) => void;
  },
): Promise<Attached> {
  if (one.what === 'fetched film') return await attachFetched(one, target, { filmFile, show });
  if (one.what === 'film')
    return await target.film(one, (share) =>
      show(`${one.title}: ${Math.floor(share * 100)} % uploaded`),
    );
  if (one.what === 'captions' || one.what === 'fetched captions') {
    const isFile = one.what === 'captions';
    const bytes = await (isFile ? readFile(one.file) : fetchCaptions(one.url));
    const { text } = readText(bytes, isFile ? basename(one.file) : 'it', 'table');
    const { vtt, leftOut } = captionsIn(text);
    const place = `${one.place}: ${nameOf(one)}`;
    for (const line of leftOut.lines) leave(`${place}: ${line}`);
    const more = leftOut.count - leftOut.lines.length;
    if (more > 0) leave(`${place}: ${more} more captions`);
    return await target.captions(one, vtt);
  }
  const bytes =
    'url' in one.from ? await fetchPicture(one.from.url) : await readFile(one.from.file);
  return await target.picture(one, bytes);
}

const NO_FILMS: FilmFetcher = {
  fetch: () => Promise.reject(new ImportError('films at addresses are not fetched here')),
  keep: async () => undefined,
  done: async () => undefined,
};

/** A film that the entry has already is not fetched. What was fetched stays for the next run. */
async function attachFetched(
  one: FilmAtAddress,
  target: AttachmentTarget,
  { filmFile, show }: Required<Pick<AttachmentsOptions, 'filmFile' | 'show'>>,
): Promise<Attached> {
  const { title } = one;
  if (await target.hasFilm(one)) return 'unchanged';
  const percent = (what: string) => (share: number) =>
    show(`${title}: ${Math.floor(share * 100)} % ${what}`);
  const file = await filmFile.fetch(one, percent('fetched'));
  try {
    const given = await target.film({ ...one, what: 'film', file }, percent('uploaded'));
    await filmFile.done(one);
    return given;
  } catch (error) {
    // Refused: the same bytes are refused again. After any other error they are still needed.
    const isRefused = error instanceof ImportError && !(error instanceof ImportTargetAway);
    await (isRefused ? filmFile.done(one) : filmFile.keep(one));
    throw error;
  }
}

function nameOf(one: Attachment): string {
  if (one.what === 'film') return `film ${one.file}`;
  if (one.what === 'fetched film') return `film ${addressOf(one.url)} (fetched)`;
  if (one.what === 'captions') return `captions ${one.language}`;
  if (one.what === 'fetched captions')
    return `captions ${one.language} ${addressOf(one.url)} (fetched)`;
  return `picture (${one.use}) ${'url' in one.from ? one.from.url : one.from.file}`;
}

/** An address without its query, which may have a secret. */
function addressOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** The size of a plain file; undefined for a link, a folder, or nothing. */
async function sizeOf(file: string): Promise<number | undefined> {
  const found = await lstat(file).catch(() => undefined);
  return found?.isFile() ? found.size : undefined;
}

/** Refuses files that a link within the folder takes out of it. */
export async function refuseLinksOut(
  attachments: readonly Attachment[],
  folder: string,
): Promise<void> {
  const root = await realpath(folder);
  for (const one of attachments) {
    const file = fileOf(one);
    const real = file === undefined ? undefined : await realpath(file).catch(() => undefined);
    if (real !== undefined && fileWithin(root, real.slice(root.length + 1)) !== real)
      throw new ImportError(`${one.place}: ${file} leads out of the folder`);
  }
}

/**
 * Captions as the product stores them, to compare them with those that a title has. Throws an
 * ImportError for malformed ones.
 */
function captionsIn(text: string): CleanCaptions {
  try {
    return cleanCaptions(text);
  } catch (error) {
    if (error instanceof CaptionsError) throw new ImportError(error.message, error);
    throw error;
  }
}

/** An import that says nothing for fifteen minutes is called broken off; a film may take longer. */
const EVERY_MS = 60_000;
/** What the command says names files of its machine, which the list must not hold. */
const REFUSED = {
  place: 'files',
  field: '',
  problem: 'a file was refused; the command says which',
};

/**
 * Sends the files of an import, and ends it in the list of imports: `done` with the last file, or
 * `stopped` where files were refused. After any other error the list calls it broken off.
 */
export async function runReportedAttachments(
  {
    leftOut = [],
    unread = [],
    ...options
  }: AttachmentsOptions & {
    /** What of the source was refused before, and is a part of the report. */
    readonly leftOut?: readonly ImportProblem[];
    /** What of the source is not read. */
    readonly unread?: readonly string[];
  },
  reporter: Pick<ImportReporter, 'goesOn' | 'end'>,
  everyMs = EVERY_MS,
): Promise<AttachmentsSummary> {
  const { show = () => undefined } = options;
  let telling: Promise<unknown> = Promise.resolve();
  const tell = (): void => {
    telling = telling
      .then(() => reporter.goesOn())
      // The files matter more than the list, and the last report must arrive anyway.
      .catch((error: unknown) => show(`the list of imports was not told: ${String(error)}`));
  };
  const timer = setInterval(tell, everyMs);
  const sent = await runAttachments(options).catch((error: unknown) => error as Error);
  clearInterval(timer);
  await telling;
  if (sent instanceof Error) {
    if (sent instanceof ImportError) await reporter.end('stopped', [...leftOut, REFUSED], unread);
    throw sent;
  }
  await reporter.end('done', leftOut, [...unread, ...sent.leftOut]);
  return sent;
}
