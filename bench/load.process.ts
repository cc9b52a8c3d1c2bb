import { createSignUp, FlowError, type FlowTimes, STEPS, type Step } from './sign-up.flow.ts';
import { type Spread, spreadOf } from './statistics.ts';

/** The parent's order: this many concurrent flows for this long. */
export interface LoadOrder {
  readonly siteUrl: string;
  readonly carrierUrl: string;
  readonly concurrency: number;
  readonly seconds: number;
  /** The first national number to use; each flow takes the next. */
  readonly firstNumber: number;
}

export interface LoadReport {
  readonly flows: number;
  readonly perSecond: number;
  /** The count of numbers used, failures included. */
  readonly numbersUsed: number;
  readonly times: Partial<Record<Step | 'flow', Spread>>;
  /** The errors with their counts; a valid run has none. */
  readonly errors: readonly { step: string; message: string; count: number }[];
}

/**
 * The generator stops after this many errors, so that it reports a broken product instead of
 * flooding it.
 */
const MAX_ERRORS = 50;

/**
 * The load generator runs in a process of its own, so that its work does not delay the measured
 * process. One order, one report, then the next.
 */
process.on('message', (order: LoadOrder) => {
  runLoad(order).then(
    (report) => process.send?.({ report }),
    (error: unknown) => process.send?.({ failure: String(error) }),
  );
});

async function runLoad({
  siteUrl,
  carrierUrl,
  concurrency,
  seconds,
  firstNumber,
}: LoadOrder): Promise<LoadReport> {
  const { signUp, close } = createSignUp({ siteUrl, carrierUrl, connections: concurrency });
  const done: FlowTimes[] = [];
  const errors = new Map<string, { step: string; message: string; count: number }>();
  let number = firstNumber;
  let failures = 0;
  const began = performance.now();
  const until = began + seconds * 1000;

  const worker = async (): Promise<void> => {
    while (performance.now() < until && failures < MAX_ERRORS) {
      try {
        done.push((await signUp(`27${number++}`)).times);
      } catch (error) {
        failures++;
        note(errors, error);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const elapsed = (performance.now() - began) / 1000;
  await close();
  const names = ['flow', ...STEPS] as const;
  return {
    flows: done.length,
    perSecond: done.length / elapsed,
    numbersUsed: number - firstNumber,
    times:
      done.length === 0
        ? {}
        : Object.fromEntries(names.map((name) => [name, spreadOf(done.map((one) => one[name]))])),
    errors: [...errors.values()],
  };
}

function note(
  errors: Map<string, { step: string; message: string; count: number }>,
  error: unknown,
): void {
  const step = error instanceof FlowError ? error.step : 'connection';
  const message = error instanceof Error ? error.message : String(error);
  const entry = errors.get(step + message) ?? { step, message, count: 0 };
  entry.count++;
  errors.set(step + message, entry);
}
