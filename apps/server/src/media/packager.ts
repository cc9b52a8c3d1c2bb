import type { Packaged } from './asset.ts';
import { runChildJob } from './child-job.ts';
import type { Package } from './ingest.service.ts';

const ENTRY = new URL('./packager.process.ts', import.meta.url);
const MEMORY_MB = 1500;
/** A film of two hours takes about as long again on two cores; what takes six is stuck. */
const LONGEST_MS = 6 * 3600 * 1000;

/** Packages in a child process of low priority, with limits of time and memory. */
export const packageInChild: Package = (task, { onProgress, signal }) =>
  runChildJob<Packaged>({
    entry: ENTRY,
    task,
    timeoutMs: LONGEST_MS,
    memoryMb: MEMORY_MB,
    onProgress,
    signal,
  });
