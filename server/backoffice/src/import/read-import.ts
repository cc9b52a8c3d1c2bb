import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '@bonisa/kit/http/app-error';
import { ChildJobError, runChildJob } from '@bonisa/kit/processes/child-job';
import type { ContentOptions } from './import-source.ts';
import type { XmltvChannel } from './xmltv.ts';

/**
 * Reads what somebody sends for an import, in a process of its own: a file that takes long keeps
 * nobody else waiting. One person reads one at a time.
 */

const LONGEST_MS = 60_000;
const MOST_MEGABYTES = 700;
/** Imports that are read at once, of all persons. */
const MOST_AT_ONCE = 3;

/** A file or a feed of entries, or the dated programmes of a live channel as XMLTV. */
export type ReadOptions = ContentOptions | { readonly xmltv: XmltvChannel };

export type ImportReader = ReturnType<typeof createImportReader>;

export interface ReadTask {
  readonly input: string;
  /** Where the answer is written, as JSON. */
  readonly output: string;
  readonly options: ReadOptions;
}

export function createImportReader() {
  const reading = new Set<string>();
  return {
    /**
     * Takes the turn of a person, brings the bytes and answers JSON of what they have. Throws
     * `too_many_requests` where the person's turn is taken, or too many others are read.
     */
    async read(
      person: string,
      options: ReadOptions,
      bring: () => Promise<Uint8Array>,
    ): Promise<Readable> {
      if (reading.has(person))
        throw new AppError(
          'too_many_requests',
          'Another import of yours is being read. Wait until it is.',
        );
      if (reading.size >= MOST_AT_ONCE)
        throw new AppError(
          'too_many_requests',
          'Others read their imports just now. Try again in a minute.',
        );
      reading.add(person);
      try {
        return await readApart(await bring(), options);
      } finally {
        reading.delete(person);
      }
    },
  };
}

async function readApart(bytes: Uint8Array, options: ReadOptions): Promise<Readable> {
  const folder = await mkdtemp(join(tmpdir(), 'import-'));
  try {
    const task: ReadTask = { input: join(folder, 'in'), output: join(folder, 'out'), options };
    await writeFile(task.input, bytes);
    await runChildJob<null>({
      entry: new URL('./read-import.process.ts', import.meta.url),
      task,
      timeoutMs: LONGEST_MS,
      memoryMb: MOST_MEGABYTES,
    });
    // It is open: it can be read when the folder is gone.
    return (await open(task.output)).createReadStream();
  } catch (error) {
    if (!(error instanceof ChildJobError)) throw error;
    if (error.code === 'stopped' || error.code === 'failed') throw error;
    throw new AppError(
      'invalid_request',
      'It takes too much time or memory to be read. Send it in parts.',
      { cause: error },
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}
