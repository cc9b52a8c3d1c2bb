import type { Packaged } from '../asset.ts';
import { runChildJob } from './child-job.ts';
import type { IngestConfig } from './ingest.config.ts';
import type { PackageSource } from './ingest-worker.ts';

const LIBRARY = new URL('./packager.process.ts', import.meta.url);
const PROGRAMS = new URL('./program-packager.process.ts', import.meta.url);
const MEMORY_MB = 1500;
/** A film of two hours takes about two hours on two cores; packaging that takes six hours hangs. */
const LONGEST_MS = 6 * 3600 * 1000;

/**
 * Packages sources in a child process of low priority, limited in time and memory: with the library
 * `node-av`, or with the programs of the system, and then without loading the library.
 */
export function createPackager({
  loudness,
  programs,
}: Pick<IngestConfig, 'loudness' | 'programs'>): PackageSource {
  return (task, { onProgress, signal }) =>
    runChildJob<Packaged>({
      entry: programs ? PROGRAMS : LIBRARY,
      task: { ...task, loudness, ...(programs ? { programs } : {}) },
      timeoutMs: LONGEST_MS,
      memoryMb: MEMORY_MB,
      onProgress,
      signal,
    });
}
