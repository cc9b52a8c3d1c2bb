import type { App } from './app.ts';

/** Ended sessions, used codes and old presses are of no use to anybody after this. */
const USELESS_AFTER_MS = 2 * 24 * 60 * 60_000;

export interface Housekeeping {
  /**
   * Lets go of everything whose time is over, or of which there is too much. A step that fails does
   * not keep the others from running; what failed is thrown at the end.
   */
  run(): Promise<void>;
}

/**
 * What strangers and time make grow is kept within bounds (docs/compliance.md has the periods);
 * evidence has a source of its own.
 */
export function createHousekeeping(
  app: Pick<
    App,
    'clock' | 'identity' | 'subscription' | 'account' | 'telemetry' | 'viewer' | 'fraudRecords'
  >,
): Housekeeping {
  const { clock, identity, subscription, account, telemetry, viewer, fraudRecords } = app;

  const steps: readonly ((useless: Date) => Promise<unknown>)[] = [
    (useless) => identity.repository.purge(useless),
    // Codes are kept for as long as they are counted.
    () => identity.otpRepository.purge(clock.now()),
    (useless) => subscription.attempts.purge(useless),
    (useless) => subscription.inboundLog.purge(useless),
    () => account.feedback.purge(),
    () => telemetry.playbackLog.purge(),
    () => telemetry.headerLog.purge(),
    () => fraudRecords.purge(),
    () => viewer.purge(),
  ];

  const run = async (): Promise<void> => {
    const now = clock.now().getTime();
    const failures: unknown[] = [];
    for (const step of steps) {
      try {
        await step(new Date(now - USELESS_AFTER_MS));
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0)
      throw new AggregateError(failures, 'some of the housekeeping could not be done');
  };

  return { run };
}
