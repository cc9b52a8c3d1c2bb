import type { Packaged } from './asset.ts';
import { runChildJob } from './child-job.ts';
import type { PackageSource } from './ingest.service.ts';

const LIBRARY = new URL('./packager.process.ts', import.meta.url);
const MEMORY_MB = 1500;
/** A film of two hours takes about two hours on two cores; packaging that takes six hours hangs. */
const LONGEST_MS = 6 * 3600 * 1000;

export interface PackagerOptions {
  /** The loudness to bring sound to, in LUFS. */
  readonly loudness: number;
}

/** Packages sources in a child process of low priority, limited in time and memory. */
export function createPackager({ loudness }: PackagerOptions): PackageSource {
  return (task, { onProgress, signal }) =>
    runChildJob<Packaged>({
      entry: LIBRARY,
      task: { ...task, loudness },
      timeoutMs: LONGEST_MS,
      memoryMb: MEMORY_MB,
      onProgress,
      signal,
    });
}
