// A drill: a fault under load, the time until all is well, and the books afterwards.
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { compareBooks } from './books.ts';
import type { Fleet } from './fleet.ts';
import { endFreeDays } from './free-days.ts';
import { type Load, startLoad } from './load.ts';

/** All is well when nobody has seen an error for so long, and somebody has signed up. */
const CALM_MS = 3000;
const WELL_WITHIN_MS = 150_000;

/** Causes a fault. `most`: how many errors clients may see. */
export type Drill = (
  name: string,
  fault: () => Promise<void>,
  most?: { readonly errors?: number },
) => Promise<void>;

/** Makes the drills of a service. Each has people of its own. */
export function createDrills(fleetOf: () => Fleet): Drill {
  let drills = 0;
  return async (name, fault, most) => {
    const fleet = fleetOf();
    drills++;
    const load = startLoad(fleet, { people: 3, firstNumber: 27_820_000_000 + drills * 10_000 });
    try {
      await wellAfter(load, performance.now());
      await drill({ fleet, load, name }, fault, most);
    } finally {
      await load.stop();
    }
  };
}

/** Waits until all is well; returns the milliseconds from `since` to the last error. */
async function wellAfter(load: Load, since: number): Promise<number> {
  const lastError = (): number => load.errors.at(-1)?.at ?? since;
  for (const end = performance.now() + WELL_WITHIN_MS; performance.now() < end; await wait(100)) {
    const { signUps } = load.counts;
    const calm = performance.now() - Math.max(since, lastError());
    if (calm < CALM_MS) continue;
    // Calm is not enough: somebody signs up now.
    const until = performance.now() + 10_000;
    while (performance.now() < until && load.counts.signUps === signUps) await wait(50);
    if (load.counts.signUps > signUps) return Math.max(0, lastError() - since);
  }
  throw new Error(`not well: ${JSON.stringify(load.errors.slice(-5))}`);
}

/** Causes a fault under load, waits until all is well, and compares the books. */
async function drill(
  { fleet, load, name }: { readonly fleet: Fleet; readonly load: Load; readonly name: string },
  fault: () => Promise<void>,
  { errors = Number.POSITIVE_INFINITY } = {},
): Promise<void> {
  const freeDays = endFreeDays(fleet.database);
  const [began, before] = [performance.now(), load.errors.length];
  let lasted = 0;
  try {
    await fault();
    lasted = await wellAfter(load, began);
    await load.stop();
    await freeDays.chargeAll(load);
  } finally {
    await freeDays.stop();
  }
  const seen = load.errors.slice(before);
  const kinds = new Map<string, number>();
  for (const { what } of seen) kinds.set(what, (kinds.get(what) ?? 0) + 1);
  const { taken, booked, differences } = await compareBooks(fleet, load);
  const { pages, plays, calls, signUps } = load.counts;
  process.stdout.write(
    `${name}: ${seen.length} errors of ${pages + plays + calls} answers (${[...kinds].map(([what, count]) => `${what} x${count}`).join(', ')}), last after ${Math.round(lasted / 100) / 10} s; ${signUps} sign-ups, ${taken} taken, ${booked} booked, ${differences.length} differences\n`,
  );
  expect(differences).toEqual([]);
  expect(taken).toBeGreaterThan(0);
  expect(seen.length).toBeLessThanOrEqual(errors);
  expect(fleet.members.map(({ process: { child } }) => child.exitCode)).toEqual(
    fleet.members.map(() => null),
  );
}
