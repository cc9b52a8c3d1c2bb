import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnusable } from '@bonisa/kit/database/database-away';
import { transientProblemOf } from '@bonisa/kit/files/file-store';

/** What a live picture writes into the file store and the database, one after the other. */
export interface PictureWrites {
  add(work: () => Promise<void>): void;
  /** Repeats the work while the store or the database is away; what is added later waits for it. */
  addLasting(work: () => Promise<void>): void;
  /** Waits for all that was added. From then on nothing is repeated. */
  finish(): Promise<void>;
}

/** `onFailure` is called for each failure, also for one that is repeated. */
export function createPictureWrites(
  onFailure: (error: unknown) => void,
  repeatMs: number,
): PictureWrites {
  let writes: Promise<void> = Promise.resolve();
  let isFinishing = false;

  function add(work: () => Promise<void>): void {
    writes = writes.then(work).catch(onFailure);
  }

  async function repeat(work: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (isFinishing || !isTransient(error)) throw error;
        onFailure(error);
      }
      await delay(repeatMs);
    }
  }

  return {
    add,
    addLasting: (work) => add(() => repeat(work)),
    async finish() {
      isFinishing = true;
      await writes;
    },
  };
}

/** Whether a repetition may succeed by itself: the file store or the database is away or full. */
export function isTransient(error: unknown): boolean {
  // An upload that broke off has the error of its clearing away beside its own.
  if (error instanceof AggregateError) return error.errors.some(isTransient);
  return transientProblemOf(error) !== undefined || isDatabaseUnusable(error);
}
