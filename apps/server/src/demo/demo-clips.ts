import { rename, rm } from 'node:fs/promises';
import { runChildJob } from '../../media/child-job.ts';
import type { IngestInput } from '../../media/ingest.service.ts';
import { NIGHT_TRAIN_CAPTIONS, SUNRISE_CAPTIONS } from './narration.ts';

/** One clip of the demo: what it is called, what it shows, and its text tracks as WebVTT. */
export interface DemoClip {
  readonly name: string;
  /** A title that fits what is seen. */
  readonly title: string;
  readonly about: string;
  readonly seconds: number;
  readonly captions: NonNullable<IngestInput['captions']>;
}

/**
 * The clips in the order in which they are best made: the quickest first, so that something can be
 * watched soon.
 */
export const DEMO_CLIPS: readonly DemoClip[] = [
  {
    name: 'sunrise-taxi',
    title: 'First Taxi of the Day',
    about:
      'Night gives way over stepped hills, the sun climbs, and the first minibus of the day rolls by.',
    seconds: 24,
    captions: SUNRISE_CAPTIONS,
  },
  {
    name: 'night-train',
    title: 'The Night Train Home',
    about: 'A painted train rides through the night, past lit houses and under a wide moon.',
    seconds: 24,
    captions: NIGHT_TRAIN_CAPTIONS,
  },
  {
    name: 'painted-wall',
    title: 'The Wall That Paints Itself',
    about:
      'Chevrons open, diamonds breathe and a stepped house wakes, as on the walls of Ndebele homes.',
    seconds: 24,
    captions: [],
  },
  {
    name: 'shweshwe-round',
    title: 'Shweshwe Round',
    about:
      'Prints of shweshwe cloth dance to a round of kalimbas, one cloth opening out of the next.',
    seconds: 24,
    captions: [],
  },
];

export interface MakeOptions {
  readonly onProgress?: ((share: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

const ENTRY = new URL('./clip.process.ts', import.meta.url);
const LONGEST_MS = 10 * 60_000;
const MEMORY_MB = 1500;

/**
 * Paints, composes and records a clip into an MP4 file, in a child process. The file is there whole
 * or not at all. Rejects with a ChildJobError: `unknown_clip`, `stopped`, or what went wrong.
 */
export async function makeDemoClip(
  name: string,
  outFile: string,
  { onProgress, signal }: MakeOptions = {},
): Promise<void> {
  const unfinished = `${outFile}.part`;
  try {
    await runChildJob<null>({
      entry: ENTRY,
      task: { name, file: unfinished },
      timeoutMs: LONGEST_MS,
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
