import { runChildJob } from '@bonisa/kit/processes/child-job';
import type { Packaged } from '../asset.ts';
import type { IngestConfig } from './ingest.config.ts';
import type { PackageSource } from './ingest-worker.ts';

const ENTRY = new URL('./packager.process.ts', import.meta.url);
const MEMORY_MB = 1500;
/**
 * A hundredth of the longest film (six hours) takes four minutes on two cores, and an hour on a
 * machine that is fifteen times slower: packaging that does not get on for longer hangs.
 */
const LONGEST_STILL_MS = 3600 * 1000;

/**
 * Packages sources with the library `node-av`, in a child process of low priority that is limited
 * in time and memory.
 */
export function createPackager({ loudness }: Pick<IngestConfig, 'loudness'>): PackageSource {
  return async (task, { onProgress, signal }) =>
    await runChildJob<Packaged>({
      entry: ENTRY,
      task: { ...task, loudness },
      timeoutMs: LONGEST_STILL_MS,
      memoryMb: MEMORY_MB,
      onProgress,
      signal,
    });
}
