import type { Packaged } from '../asset.ts';
import { runChildJob } from './child-job.ts';
import type { IngestConfig } from './ingest.config.ts';
import type { PackageSource } from './ingest-worker.ts';

const LIBRARY = new URL('./packager.process.ts', import.meta.url);
const PROGRAMS = new URL('./program-packager.process.ts', import.meta.url);
const MEMORY_MB = 1500;
/**
 * A hundredth of the longest film (six hours) takes four minutes on two cores, and an hour on a
 * machine that is fifteen times slower: packaging that does not get on for longer hangs.
 */
const LONGEST_STILL_MS = 3600 * 1000;

type PackagerConfig = Pick<IngestConfig, 'loudness' | 'programs'> &
  Partial<Pick<IngestConfig, 'heAac'>>;

/**
 * Packages sources in a child process of low priority, limited in time and memory: with the library
 * `node-av`, or with the programs of the system, and then without loading the library. Calls
 * `onLackOfHeAac` once if HE-AAC is wanted and the encoder has only AAC-LC.
 */
export function createPackager(
  { loudness, programs, heAac }: PackagerConfig,
  onLackOfHeAac: () => void = () => undefined,
): PackageSource {
  let isLackKnown = false;
  return async (task, { onProgress, signal }) => {
    const packaged = await runChildJob<Packaged>({
      entry: programs ? PROGRAMS : LIBRARY,
      task: { ...task, loudness, heAac, ...(programs ? { programs } : {}) },
      timeoutMs: LONGEST_STILL_MS,
      memoryMb: MEMORY_MB,
      onProgress,
      signal,
    });
    if (packaged.lacksHeAac && !isLackKnown) {
      isLackKnown = true;
      onLackOfHeAac();
    }
    return packaged;
  };
}
