import { rename, rm } from 'node:fs/promises';
import { runChildJob } from '@bonisa/kit/processes/child-job';
import type { ReelTask } from './reel.process.ts';

export interface PaintReelOptions {
  readonly onProgress?: ((share: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

const ENTRY = new URL('./reel.process.ts', import.meta.url);
const TIMEOUT_MS = 20 * 60_000;
const MEMORY_MB = 1500;

/**
 * Paints and records some shots to MP4 files, in a child process. The files appear only when all
 * are complete. Rejects with a ChildJobError: `unknown_shot`, `stopped`, or what failed.
 */
export async function paintReel(
  tasks: readonly ReelTask[],
  { onProgress, signal }: PaintReelOptions = {},
): Promise<void> {
  const unfinished = tasks.map((task) => ({ ...task, file: `${task.file}.part` }));
  try {
    await runChildJob<null>({
      entry: ENTRY,
      task: unfinished,
      timeoutMs: TIMEOUT_MS,
      memoryMb: MEMORY_MB,
      onProgress,
      signal,
    });
    for (const { file } of tasks) await rename(`${file}.part`, file);
  } catch (error) {
    for (const { file } of unfinished) await rm(file, { force: true });
    throw error;
  }
}
