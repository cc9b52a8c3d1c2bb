import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Scheduler } from '../jobs/scheduler.ts';
import type { MovableClock } from './clock.ts';

/** Ten years: enough for evidence that is kept for three years after a subscription's end. */
const MAX_ADVANCE_SECONDS = 10 * 366 * 24 * 60 * 60;

export interface TestClockOptions {
  readonly clock: MovableClock;
  readonly scheduler: Scheduler;
  /** Called at each step, to move the clocks of other processes along. */
  readonly onMove: (instant: Date) => Promise<void>;
  /** Runs the repeated jobs that are due at the new time. */
  readonly afterMove: () => Promise<void>;
}

/**
 * `POST /test/clock {advance_seconds}` (interfaces 'Clock'; only with TEST_CLOCK=1): moves the
 * product's clock from due time to due time.
 */
export function registerTestClock(
  app: FastifyInstance,
  { clock, scheduler, onMove, afterMove }: TestClockOptions,
): void {
  const body = z.strictObject({ advance_seconds: z.number().min(0).max(MAX_ADVANCE_SECONDS) });
  app.post('/test/clock', { schema: { hide: true, body } }, async (request) => {
    const { advance_seconds } = request.body as z.output<typeof body>;
    await scheduler.advance(
      clock,
      new Date(clock.now().getTime() + advance_seconds * 1000),
      onMove,
    );
    await afterMove();
    return { now: clock.now().toISOString() };
  });
}
