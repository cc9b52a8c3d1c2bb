import { formatRand } from '@bonisa/domain/money/rand';
import type { Tally } from './crash-injector.ts';
import type { ChargeLine } from './inspection.repository.ts';
import type { Inspection, Violation } from './inspection.ts';
import type { SeededCarrier } from './seeded-carrier.ts';
import { commandOf, type SimulationOptions } from './simulation.options.ts';

type Counts = Readonly<Record<string, number>>;

/** What a run came to. The same seed gives the same, but for the time it took. */
export interface Summary {
  readonly subscriptions: Counts;
  readonly charges: Counts;
  readonly refunds: Counts;
  readonly exceptions: Counts;
  readonly people: Counts;
  readonly injected: Counts;
  readonly deaths: Counts;
  readonly messages: number;
  readonly cents: { readonly taken: number; readonly givenBack: number; readonly inLedger: number };
  readonly steps: number;
  readonly wallSeconds: number;
}

export interface Figures {
  readonly inspection: Inspection;
  readonly carrier: SeededCarrier;
  readonly injected: Tally;
  readonly done: Tally;
  readonly deaths: Tally;
  readonly steps: number;
}

export function summarise({
  world,
  wallMs,
}: {
  options: SimulationOptions;
  world: Figures;
  wallMs: number;
}): Summary {
  const { inspection, carrier, injected, done, deaths, steps } = world;
  const readModel = inspection.readModel;
  const { payments, refunds } = carrier.records;
  return {
    subscriptions: counted(
      [...(readModel?.lives.values() ?? [])].map(({ subscription }) => subscription.status),
    ),
    charges: counted([...(readModel?.charges.values() ?? [])].map(outcomeOf)),
    refunds: counted([...(readModel?.refunds.values() ?? [])].map(({ state }) => state)),
    exceptions: counted((readModel?.exceptions ?? []).map(({ kind, state }) => `${kind} ${state}`)),
    people: sorted(done),
    injected: sorted(injected),
    deaths: sorted(deaths),
    messages: carrier.told.size,
    cents: {
      taken: sum(
        payments
          .filter(({ status }) => status === 'succeeded')
          .map(({ input }) => input.amountCents),
      ),
      givenBack: sum(
        [...refunds.values()]
          .filter(({ status }) => status === 'succeeded')
          .map(({ amount }) => amount),
      ),
      inLedger: readModel?.ledger.receivable ?? 0,
    },
    steps,
    wallSeconds: Math.round(wallMs / 100) / 10,
  };
}

function outcomeOf({ state, reason, isOverpayment }: ChargeLine): string {
  return `${state}${isOverpayment ? ' overpayment' : ''}${reason ? ` ${reason}` : ''}`;
}

function counted(names: readonly string[]): Counts {
  const tally = new Map<string, number>();
  for (const name of names) tally.set(name, (tally.get(name) ?? 0) + 1);
  return sorted(tally);
}

function sorted(tally: ReadonlyMap<string, number>): Counts {
  return Object.fromEntries([...tally].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function sum(cents: readonly number[]): number {
  return cents.reduce((total, one) => total + one, 0);
}

/** The summary as lines for a terminal. */
export function inWords(summary: Summary): string[] {
  const { cents, deaths } = summary;
  const died = sum(Object.values(deaths));
  return [
    line('subscriptions', summary.subscriptions),
    line('charges', summary.charges),
    line('refunds', summary.refunds),
    line('exceptions', summary.exceptions),
    line('people', summary.people),
    line('faults injected', summary.injected),
    `crashes: ${died} at ${Object.keys(deaths).length} kinds of points`,
    `messages sent: ${summary.messages}`,
    `money: R${formatRand(cents.taken)} taken by the carrier, R${formatRand(cents.givenBack)} given back, R${formatRand(cents.inLedger)} owed by the ledger`,
    `${summary.steps} steps in ${summary.wallSeconds} s`,
  ];
}

function line(name: string, counts: Counts): string {
  return `${name}: ${Object.entries(counts)
    .map(([what, times]) => `${what} ${times}`)
    .join(', ')}`;
}

/** A violation as lines for a terminal, with the command that shows it again. */
export function violationInWords(
  { invariant, day, words, handset, history }: Violation,
  options: SimulationOptions,
): string[] {
  return [
    `VIOLATED ${invariant} on day ${day}${handset === undefined ? '' : `, handset ${handset}`}: ${words}`,
    ...history.map((one) => `    ${one}`),
    `  replay: ${commandOf(options, day)}`,
  ];
}
