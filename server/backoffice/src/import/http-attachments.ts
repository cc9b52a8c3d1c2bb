import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { artworkReply } from '@bonisa/contract/studio/artwork.calls';
import { putCaptions } from '@bonisa/contract/studio/captions.calls';
import { mediaJob, mediaOfTitle, uploadState, uploads } from '@bonisa/contract/studio/media.calls';
import type { z } from 'zod';
import type { Attached, AttachmentTarget, FilmFile, FilmsSoFar } from './attachments.ts';
import { ImportError } from './import-row.ts';
import { type AskStudio, jsonIn, type StudioAnswer } from './studio-client.ts';
import { hasFilm } from './title-media-state.ts';

/** The files of an import go to a running product, through the calls of its studio. */

const PART_BYTES = 16_000_000;
const EDGE_BYTES = 4_000_000;
/** What the server takes as the name of a file. */
const LONGEST_NAME = 200;

interface Named extends Pick<FilmFile, 'kind' | 'key'> {
  readonly reference: string;
}

export function httpAttachments(ask: AskStudio): AttachmentTarget {
  const json = { 'content-type': 'application/json' };
  const query = (fields: Readonly<Record<string, string | number>>): string =>
    new URLSearchParams(
      Object.entries(fields).map(([name, value]) => [name, `${value}`]),
    ).toString();

  /** What an entry has; undefined for a key that may not read: then everything is sent. */
  async function look(
    path: string,
    entry: string,
    may: readonly number[] = [],
  ): Promise<StudioAnswer | undefined> {
    const request = { method: 'GET', path: `${path}?${query({ key: entry })}` };
    const answer = await ask(request, [...may, 403]);
    return answer.status === 403 ? undefined : answer;
  }

  /** The jobs of films, each with the line that names its film. */
  const jobs = new Map<string, string>();

  /** Whether a title plays the asset of this name, or will. */
  async function has({ kind, key: entry, reference }: Named): Promise<boolean> {
    const answer = await look(`/studio/api/media/titles/${kind}`, entry);
    if (!answer) return false;
    const { asset, next, job } = read(mediaOfTitle.reply, answer);
    const isThere = hasFilm({ asset, next, error: job?.error }, reference);
    if (isThere && job) jobs.set(job.id, `${kind} ${entry}`);
    return isThere;
  }

  /**
   * Whether nothing comes of an upload: its job failed, or is gone with its film. A key that may
   * not read is told nothing.
   */
  async function hasFailed(job: string): Promise<boolean> {
    const answer = await ask({ method: 'GET', path: `/studio/api/media/jobs/${job}` }, [403, 404]);
    if (answer.status === 403) return false;
    return answer.status === 404 || read(mediaJob.reply, answer).state === 'failed';
  }

  return {
    async picture({ kind, key: entry, use, x, y }, bytes): Promise<Attached> {
      const path = `/studio/api/artwork/${kind}`;
      const before = await look(path, entry);
      const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 40);
      const given = before ? read(artworkReply, before).given : [];
      const has = given.some(
        (one) => one.use === use && one.id === digest && one.focal.x === x && one.focal.y === y,
      );
      if (has) return 'unchanged';
      await ask({
        method: 'PUT',
        path: `${path}?${query({ key: entry, use, x, y })}`,
        headers: { 'content-type': 'application/octet-stream' },
        body: bytes,
      });
      return 'given';
    },

    hasFilm: has,

    async film(film, show): Promise<Attached> {
      const path = `/studio/api/media/titles/${film.kind}`;
      const reference = film.reference ?? (await referenceOf(film.file));
      if (await has({ ...film, reference })) return 'unchanged';
      const job = await upload(film, reference, show);
      await ask({
        method: 'PUT',
        path,
        headers: json,
        body: JSON.stringify({ key: film.key, job_id: job }),
      });
      jobs.set(job, `${film.kind} ${film.key}`);
      return 'given';
    },

    async filmsSoFar(): Promise<FilmsSoFar> {
      const failed: string[] = [];
      let waiting = 0;
      for (const [job, film] of jobs) {
        const answer = await ask(
          { method: 'GET', path: `/studio/api/media/jobs/${job}` },
          [403, 404],
        );
        // A key that may not read is told nothing, and a film that was deleted has no job.
        if (answer.status !== 200) continue;
        const { state, error } = read(mediaJob.reply, answer);
        if (state === 'queued' || state === 'running') waiting += 1;
        if (state === 'failed')
          failed.push(`film of ${film}: could not be packaged: ${error?.description}`);
      }
      return { failed, waiting };
    },

    async captions(given, vtt): Promise<Attached> {
      const { kind, key: entry, language, label } = given;
      const path = `/studio/api/media/titles/${kind}/captions/${language}`;
      const before = await look(path, entry, [404]);
      // The same words stay as an editor called them and put them in order.
      if (before?.status === 200 && before.text === vtt) return 'unchanged';
      const answer = await ask({
        method: 'PUT',
        path,
        headers: json,
        body: JSON.stringify({ key: entry, label, text: vtt, from_import: true }),
      });
      return read(putCaptions.reply, answer).given ? 'given' : 'unchanged';
    },
  };

  /** Sends a film and answers its job; goes on with an upload of the same film. */
  async function upload(
    { file, title }: FilmFile,
    reference: string,
    show: (share: number) => void,
  ): Promise<string> {
    const { size } = await stat(file);
    const tus = { 'tus-resumable': '1.0.0' };
    const all = read(uploads.reply, await ask({ method: 'GET', path: '/studio/api/uploads' }));
    const own = all.data.filter((one) => one.reference === reference && one.size === size);
    // The film of a failed job, or of one that was deleted, is sent again.
    for (const { job_id: job } of own) if (job && !(await hasFailed(job))) return job;
    const under = own.find((one) => one.job_id === null);
    const at = under ? `/studio/api/uploads/${under.id}` : await begin();
    for (;;) {
      const { offset } = await stateOf(at);
      show(offset / size);
      const part = await partOf(file, offset);
      const type = 'application/offset+octet-stream';
      const headers = { ...tus, 'content-type': type, 'upload-offset': `${offset}` };
      // After a lost answer the server may have more bytes than we know: its offset decides.
      const answer = await ask({ method: 'PATCH', path: at, headers, body: part }, [409]);
      const job = answer.headers.get('upload-job');
      if (job) return job;
      const { job_id: done } = await stateOf(at);
      if (done) return done;
    }

    async function begin(): Promise<string> {
      const filename = basename(file)
        .replace(/\p{Cc}/gu, ' ')
        .slice(-LONGEST_NAME)
        .trim();
      const metadata = Object.entries({ title, reference, ...(filename ? { filename } : {}) })
        .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
        .join(',');
      const headers = { ...tus, 'upload-length': `${size}`, 'upload-metadata': metadata };
      const begun = await ask({ method: 'POST', path: '/studio/api/uploads', headers });
      return String(begun.headers.get('location'));
    }

    async function stateOf(path: string): Promise<z.output<typeof uploadState.reply>> {
      return read(uploadState.reply, await ask({ method: 'GET', path }));
    }
  }
}

/** The body of an answer, in the shape that the call's contract says. */
function read<Reply extends z.ZodType>(
  reply: Reply,
  { status, text }: StudioAnswer,
): z.output<Reply> {
  const { success, data } = reply.safeParse(jsonIn(text));
  if (!success) throw new ImportError(`the answer (${status}) is not what the studio's call says`);
  return data;
}

async function partOf(file: string, offset: number): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(PART_BYTES),
      0,
      PART_BYTES,
      offset,
    );
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Names a film by its size and its first and last bytes: a large one is not read whole. */
export async function referenceOf(file: string): Promise<string> {
  const { size } = await stat(file);
  const hash = createHash('sha256').update(`${size}`);
  const handle = await open(file);
  try {
    for (const at of [0, Math.max(0, size - EDGE_BYTES)]) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(EDGE_BYTES), 0, EDGE_BYTES, at);
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
  return `import:${hash.digest('hex').slice(0, 40)}`;
}
