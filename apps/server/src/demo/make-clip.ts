import { rename, rm } from 'node:fs/promises';
import { runChildJob } from '../media/child-job.ts';

export interface MakeClipOptions {
  readonly onProgress?: ((share: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

const ENTRY = new URL('./clip.process.ts', import.meta.url);
const TIMEOUT_MS = 10 * 60_000;
const MEMORY_MB = 1500;

/**
 * Paints and records a demo clip to an MP4 file, in a child process. The file appears only when it
 * is complete. Rejects with a ChildJobError: `unknown_clip`, `stopped`, or what failed.
 */
export async function makeDemoClip(
  name: string,
  outFile: string,
  { onProgress, signal }: MakeClipOptions = {},
): Promise<void> {
  const unfinished = `${outFile}.part`;
  try {
    await runChildJob<null>({
      entry: ENTRY,
      task: { name, file: unfinished },
      timeoutMs: TIMEOUT_MS,
      memoryMb: MEMORY_MB,
      onProgress,
      signal,
    });
    await rename(unfinished, outFile);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
