// What must hold after every fault: the carrier's own list and our books say the same.
import { createBrowser } from '../product/process.test-kit.ts';
import type { Fleet } from './fleet.ts';
import type { Load } from './load.ts';

export interface Books {
  /** Charges that the carrier has taken, and those that we have booked as taken. */
  readonly taken: number;
  readonly booked: number;
  /** What differs; empty when nothing was lost and nothing doubled. */
  readonly differences: readonly string[];
}

/** The processes with jobs, and the carrier. */
export interface Booked {
  readonly of: (role: 'jobs') => readonly { readonly ops: number }[];
  readonly carrier: Pick<Fleet['carrier'], 'url'>;
}

interface Charge {
  readonly status: string;
}
interface History {
  readonly state?: string;
  readonly charges?: readonly { readonly outcome: string }[];
}

/** States in which somebody who was told 'subscribed' is served or billed. */
const SERVED = new Set(['trial', 'active', 'due', 'grace', 'parked']);
const RECORDED_WITHIN_MS = 240_000;

/** Waits until no outcome is open, then compares each number with the carrier's own list. */
export async function compareBooks(
  fleet: Booked,
  { people }: Pick<Load, 'people'>,
): Promise<Books> {
  const ops = createBrowser(`http://127.0.0.1:${fleet.of('jobs')[0]?.ops}`);
  const carrier = createBrowser(fleet.carrier.url);
  await untilAllRecorded(fleet);
  const differences: string[] = [];
  let taken = 0;
  let booked = 0;
  for (const [msisdn, told] of people) {
    const charges = (await carrier.call('GET', `/sim/charges?msisdn=${msisdn}`)).body as Charge[];
    const { status, body } = await ops.call('GET', `/ops/subscriptions/${msisdn}`);
    const history: History = status === 200 ? body : {};
    const theirs = charges.filter((one) => one.status === 'succeeded').length;
    const ours = (history.charges ?? []).filter((one) => one.outcome === 'succeeded').length;
    taken += theirs;
    booked += ours;
    if (theirs !== ours) differences.push(`${msisdn}: ${theirs} taken, ${ours} booked`);
    if (theirs > 1) differences.push(`${msisdn}: ${theirs} charges for one period`);
    if (told === 'subscribed' && !SERVED.has(history.state ?? ''))
      differences.push(`${msisdn}: told 'subscribed', and is ${history.state}`);
  }
  const { body: ledger } = await ops.call('GET', '/ops/ledger');
  if (!ledger.balanced) differences.push('the ledger is not balanced');
  return { taken, booked, differences };
}

/** Waits until no charge is without an outcome. */
async function untilAllRecorded(fleet: Booked): Promise<void> {
  const url = `http://127.0.0.1:${fleet.of('jobs')[0]?.ops}/metrics`;
  const open = async (): Promise<string[]> =>
    (await (await fetch(url)).text())
      .split('\n')
      .filter((line) => /^bonisa_(charges_unknown|renewals_due\{[^}]*\}) [1-9]/.test(line));
  for (const end = Date.now() + RECORDED_WITHIN_MS; Date.now() < end; ) {
    if ((await open()).length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`outcomes stay open: ${(await open()).join(', ')}`);
}
