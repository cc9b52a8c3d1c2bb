import { AppError } from '@bonisa/kit/http/app-error';
import { ChildJobError, runChildJob } from '@bonisa/kit/processes/child-job';

/** Decodes an uploaded picture in a process of its own, and stores it without metadata. */

export const MOST_PIXELS = 64_000_000;
/** In pixels. A smaller picture cannot be recognised on any screen. */
export const LEAST_SIDE = 16;
/** The longer side of a stored picture, in pixels: more than the widest hero needs. */
export const STORED_SIDE = 3200;

const LONGEST_MS = 45_000;
const MOST_MEGABYTES = 900;

export interface PrepareTask {
  readonly input: string;
  readonly output: string;
}

export interface PreparedPicture {
  readonly width: number;
  readonly height: number;
  /** Of its top, middle and bottom. */
  readonly colours: readonly [string, string, string];
  readonly accent: string;
}

const WORDS = {
  picture_unreadable: 'The picture cannot be read.',
  picture_animated: 'Moving pictures are not taken.',
  picture_size_refused: `A picture must have at least ${LEAST_SIDE} pixels on each side, and at most ${MOST_PIXELS / 1_000_000} million in all.`,
} as const;

/** Decodes `input` into `output`. Throws a named refusal for a picture that is not taken. */
export async function preparePicture(task: PrepareTask): Promise<PreparedPicture> {
  try {
    return await runChildJob<PreparedPicture>({
      entry: new URL('./prepare-picture.process.ts', import.meta.url),
      task,
      timeoutMs: LONGEST_MS,
      memoryMb: MOST_MEGABYTES,
    });
  } catch (error) {
    if (!(error instanceof ChildJobError)) throw error;
    if (isRefusal(error.code))
      throw new AppError(error.code, `${WORDS[error.code]} ${error.message}`);
    if (error.code === 'timed_out' || error.code === 'out_of_memory' || error.code === 'crashed')
      throw new AppError(
        'picture_unreadable',
        'The picture cannot be read: it takes too much time or memory, or is damaged.',
      );
    throw error;
  }
}

function isRefusal(code: string): code is keyof typeof WORDS {
  return Object.hasOwn(WORDS, code);
}
