import type { Packaged } from './asset.ts';
import { runChildJob } from './child-job.ts';
import type { PackageSource } from './ingest.service.ts';

const ENTRY = new URL('./packager.process.ts', import.meta.url);
const MEMORY_MB = 1500;
/** A film of two hours takes about two hours on two cores; packaging that takes six hours hangs. */
const LONGEST_MS = 6 * 3600 * 1000;

/** Packages a source in a child process of low priority, limited in time and memory. */
export const packageInChild: PackageSource = (task, { onProgress, signal }) =>
  runChildJob<Packaged>({
    entry: ENTRY,
    task,
    timeoutMs: LONGEST_MS,
    memoryMb: MEMORY_MB,
    onProgress,
    signal,
  });
