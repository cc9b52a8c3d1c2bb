import { lstat, readFile, realpath } from 'node:fs/promises';
import { MOST_PICTURE_BYTES } from '@bonisa/contract/studio/artwork.calls';
import { MOST_CAPTION_CHARACTERS } from '@bonisa/contract/studio/media.calls';
import type { AttachmentTarget } from './attachment-target.ts';
import { type Attachment, fileWithin } from './attachments.ts';
import { fetchGuardedBytes } from './guarded-fetch.ts';
import { ImportError, ImportTargetAway } from './import-row.ts';
import type { ImportProgress } from './run-import.ts';

/** Gives entries their pictures, films and captions, after the entries themselves. */

export interface AttachmentsOptions {
  readonly attachments: readonly Attachment[];
  readonly target: AttachmentTarget;
  readonly progress?: ImportProgress;
  readonly show?: (line: string) => void;
  readonly fetchPicture?: (url: string) => Promise<Buffer>;
}

export interface AttachmentsSummary {
  readonly given: number;
  readonly unchanged: number;
}

/** One line for each file, for a dry run. Throws an ImportError for files that are not there. */
export async function checkAttachments(attachments: readonly Attachment[]): Promise<string[]> {
  const problems: string[] = [];
  const lines: string[] = [];
  for (const one of attachments) {
    const file = fileOf(one);
    const bytes = file === undefined ? undefined : await sizeOf(file);
    if (file !== undefined && bytes === undefined)
      problems.push(`${one.place}: ${file} is no file that can be read`);
    const limit = one.what === 'picture' ? MOST_PICTURE_BYTES : MOST_CAPTION_CHARACTERS * 2;
    if (one.what !== 'film' && (bytes ?? 0) > limit)
      problems.push(`${one.place}: ${file} has more than ${limit} bytes`);
    lines.push(`${nameOf(one)} of ${one.kind} ${one.key}`);
  }
  if (problems.length > 0) throw new ImportError(problems);
  return lines;
}

/**
 * Sends all files. Those that were sent before an interruption are not sent again. A refused file
 * keeps no other from its place: at the end an ImportError names all of them, and the next run asks
 * for them again.
 */
export async function runAttachments({
  attachments,
  target,
  progress,
  show = () => undefined,
  fetchPicture = (url) => fetchGuardedBytes(url, { mostBytes: MOST_PICTURE_BYTES }),
}: AttachmentsOptions): Promise<AttachmentsSummary> {
  const done = (await progress?.done()) ?? 0;
  const counts = { given: 0, unchanged: 0 };
  const refused: string[] = [];
  for (const [at, one] of attachments.entries()) {
    if (at < done) continue;
    try {
      counts[await attach(one, target, { fetchPicture, show })] += 1;
    } catch (error) {
      if (!(error instanceof ImportError) || error instanceof ImportTargetAway) throw error;
      refused.push(...error.lines.map((line) => `${one.place}: ${nameOf(one)}: ${line}`));
    }
    await progress?.record(at + 1);
    show(`${at + 1} of ${attachments.length} files`);
  }
  await progress?.clear();
  if (refused.length > 0) throw new ImportError(refused);
  return counts;
}

async function attach(
  one: Attachment,
  target: AttachmentTarget,
  { fetchPicture, show }: Required<Pick<AttachmentsOptions, 'fetchPicture' | 'show'>>,
) {
  if (one.what === 'film')
    return await target.film(one, (share) =>
      show(`${one.title}: ${Math.floor(share * 100)} % uploaded`),
    );
  if (one.what === 'captions') return await target.captions(one, await readFile(one.file, 'utf8'));
  const bytes =
    'url' in one.from ? await fetchPicture(one.from.url) : await readFile(one.from.file);
  return await target.picture(one, bytes);
}

function fileOf(one: Attachment): string | undefined {
  if (one.what !== 'picture') return one.file;
  return 'file' in one.from ? one.from.file : undefined;
}

function nameOf(one: Attachment): string {
  if (one.what === 'film') return `film ${one.file}`;
  if (one.what === 'captions') return `captions ${one.language}`;
  return `picture (${one.use}) ${'url' in one.from ? one.from.url : one.from.file}`;
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
