import { correlatorOf } from '@bonisa/carriers/carrier-reference';
import {
  DEFAULT_RETRY_SCHEDULE,
  type RetrySchedule,
} from '@bonisa/domain/subscription/retry-schedule';
import { everyCent, ledgerBalances, unknownEnds } from './booking.rules.ts';
import type { Payment } from './carrier-records.ts';
import {
  liveConsent,
  monthlyLimit,
  nothingAfterStop,
  paidOnce,
  priceAgreed,
  triesADay,
} from './charging.rules.ts';
import { approvedByCode, guesserGetsNothing } from './code.rules.ts';
import { DAY_MS } from './handsets.ts';
import type { InspectionRepository } from './inspection.repository.ts';
import { numberTime, servedOnVisits, type Visit } from './number.rules.ts';
import type { Person, Population } from './person.ts';
import { createReadModel, type Life, type ReadModel } from './read-model.ts';
import { type Finding, type Invariant, type Rule, type Scene, shown } from './rules.ts';
import type { SeededCarrier } from './seeded-carrier.ts';
import { freeDayOnce, paidIsServed, told } from './serving.rules.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** A rule that was broken, and what is needed to see why. */
export interface Violation {
  readonly invariant: Invariant;
  readonly day: number;
  readonly words: string;
  /** The how-manieth handset of the run; stands for the number. */
  readonly handset: number | undefined;
  /** Everything that the product wrote of it, in order. */
  readonly history: readonly string[];
}

export interface InspectionParts {
  readonly repository: InspectionRepository;
  readonly carrier: SeededCarrier;
  readonly population: Population;
  readonly clock: VirtualClock;
  /** What failed that nothing was done to. */
  readonly failures: readonly unknown[];
  readonly retrySchedule?: RetrySchedule | undefined;
}

export type Inspection = ReturnType<typeof createInspection>;

const RULES: readonly Rule[] = [
  paidOnce,
  liveConsent,
  priceAgreed,
  nothingAfterStop,
  numberTime,
  approvedByCode,
  guesserGetsNothing,
  paidIsServed,
  everyCent,
  ledgerBalances,
  unknownEnds,
  monthlyLimit,
  triesADay,
  told,
  freeDayOnce,
];
/**
 * What is older was inspected before, and is again every few days and at the end. Longer than
 * anything stays open.
 */
const LOOKS_BACK_MS = 6 * DAY_MS;
/** So many of each kind are told: the first says it, the others that it is no accident. */
const TOLD_OF_EACH = 3;

/** Holds the product's books against the carrier's and against what people remember. */
export function createInspection({
  repository,
  carrier,
  population,
  clock,
  failures,
  retrySchedule = DEFAULT_RETRY_SCHEDULE,
}: InspectionParts) {
  const reader = createReadModel(repository, (subscriberId) =>
    population.forgottenNumber(subscriberId),
  );
  const strangers: Finding[] = [];
  const visits: Visit[] = [];
  const guessedAt: number[] = [];
  let since = 0;
  let readModel: ReadModel | undefined;

  const look = async ({ isLast, all }: { isLast: boolean; all: boolean }): Promise<Scene> => {
    // At the end everything is read again: nothing was missed by reading only what had changed.
    readModel = await reader.read(isLast ? 0 : since);
    since = clock.at();
    const paid = carrier.records.payments.filter(({ status }) => status === 'succeeded');
    const inOrder = [...paid].sort(
      (one: Payment, other: Payment) => (one.takenAt ?? 0) - (other.takenAt ?? 0),
    );
    return {
      readModel,
      carrierRecords: carrier.records,
      told: carrier.told,
      population,
      codesTo: carrier.codesTo,
      wrongCodes: carrier.wrongCodes,
      guessedAt,
      at: clock.at(),
      from: isLast || all ? 0 : clock.at() - LOOKS_BACK_MS,
      isLast,
      leftAlone: (await repository.carrierPausedUntil()) > clock.at(),
      retrySchedule,
      taken: new Map(paid.map((payment) => [payment.input.reference, payment])),
      takenFrom: Map.groupBy(inOrder, ({ input }) => input.msisdn),
    };
  };

  const told = async (finding: Finding, day: number): Promise<Violation> => {
    const life = readModel?.lives.get(finding.subscriptionId ?? '');
    const person =
      life && population.ownerAt(life.subscription.msisdn, life.subscription.startedAt);
    return {
      invariant: finding.invariant,
      day,
      words: finding.words,
      handset: person?.index,
      history: life ? await historyOf(life, person) : [],
    };
  };

  /**
   * Events, charges and refunds of all subscriptions of the number's owner, and what they did, in
   * the order of time.
   */
  const historyOf = async (life: Life, person: Person | undefined): Promise<string[]> => {
    const { msisdn } = life.subscription;
    const owned =
      readModel
        ?.livesOf(msisdn)
        .filter(
          ({ subscription }) => population.ownerAt(msisdn, subscription.startedAt) === person,
        ) ?? [];
    const inOrder = [...owned].sort(
      (one, other) => one.subscription.startedAt - other.subscription.startedAt,
    );
    const lines = (
      await Promise.all(
        inOrder.map((one, index) => linesOf(one, inOrder.length > 1 ? `${index + 1}: ` : '')),
      )
    ).flat();
    for (const { from, packageId, until } of person?.agreements ?? []) {
      lines.push([
        from,
        `its owner agrees to ${packageId}${until === null ? '' : `, until ${shown(until)}`}`,
      ]);
    }
    for (const { at, all } of person?.stops ?? [])
      lines.push([at, all ? 'its owner blocks the number' : 'its owner ends it']);
    return lines
      .sort(([one], [other]) => one - other)
      .map(([at, words]) => `${shown(at)} ${words}`);
  };

  const linesOf = async (
    { subscription, charges }: Life,
    which: string,
  ): Promise<[number, string][]> => {
    const events = await repository.historyOf(subscription.id);
    const lines = events.map(({ at, type, data }): [number, string] => [
      at,
      `${which}event ${type} ${JSON.stringify(data)}`,
    ]);
    for (const charge of charges.values()) {
      const payment = carrier.records.submitted({
        reference: charge.reference,
        correlator: correlatorOf(charge.reference),
      });
      const truth = payment
        ? `${payment.id} ${payment.status}${payment.takenAt === null ? '' : ` at ${shown(payment.takenAt)}`}`
        : 'unknown to the carrier';
      const decided = charge.decidedAt === null ? '' : ` decided ${shown(charge.decidedAt)}`;
      const about = `charge of period ${charge.period}, R${charge.amount / 100}: ${charge.state} ${charge.reason ?? ''}${charge.isOverpayment ? ' overpayment' : ''}`;
      lines.push([charge.createdAt, `${which}${about}${decided}; ${truth}`]);
      for (const refund of readModel?.refundsOf(charge.id) ?? []) {
        lines.push([
          refund.createdAt,
          `${which}refund of R${refund.amount / 100}: ${refund.state}`,
        ]);
      }
    }
    return lines;
  };

  return {
    /** All rules, at the end of a day. */
    inspect: async ({
      day,
      ...what
    }: {
      day: number;
      isLast: boolean;
      all: boolean;
    }): Promise<Violation[]> => {
      const scene = await look(what);
      const found = [
        ...failures.map(asFinding),
        ...strangers.splice(0),
        ...servedOnVisits(scene, visits.splice(0)),
        ...RULES.flatMap((rule) => rule(scene)),
      ];
      const few = [...Map.groupBy(found, ({ invariant }) => invariant).values()].flatMap((same) =>
        same.slice(0, TOLD_OF_EACH),
      );
      return await Promise.all(few.map((finding) => told(finding, day)));
    },
    /**
     * Somebody watches between two inspections: what the product's own service says is held against
     * its books at the next one.
     */
    onVisit: async (person: Person, entitled: boolean): Promise<void> => {
      visits.push({ person, at: clock.at(), entitled });
      const life = readModel
        ?.livesOf(person.msisdn)
        .findLast(({ subscription }) => subscription.startedAt >= person.ownsFrom);
      if (entitled && person.agreements.length === 0)
        strangers.push({
          invariant: 'unpaid_unserved',
          words: 'served without ever having subscribed',
          ...(life ? { subscriptionId: life.subscription.id } : {}),
        });
    },
    onGuessed: (): void => void guessedAt.push(clock.at()),
    /** What was read last. */
    get readModel() {
      return readModel;
    },
  };
}

function asFinding(error: unknown): Finding {
  return { invariant: 'no_failure', words: causesOf(error).join('\ncaused by ') };
}

function causesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return error === undefined ? [] : [String(error)];
  const inside = error instanceof AggregateError ? error.errors.slice(0, 1).flatMap(causesOf) : [];
  return [(error.stack ?? error.message).slice(0, 2000), ...inside, ...causesOf(error.cause)];
}
