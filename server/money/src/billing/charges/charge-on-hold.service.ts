import type { ChargeOutcome } from '@bonisa/carriers/billing.port';
import { verdictOf } from '@bonisa/carriers/call-verdict';
import { afterPause, type Pace } from '@bonisa/carriers/pace';
import type { Permit } from '@bonisa/carriers/permit';
import { NOT_ASKED, runAtPace } from '@bonisa/carriers/run-at-pace';
import { STOPPED, type Stops } from '@bonisa/carriers/stops';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { isLive } from '@bonisa/domain/subscription/subscription';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { ScheduledJob } from '@bonisa/kit/jobs/scheduler';
import type {
  SubscriptionRepository,
  SubscriptionRow,
} from '../../subscription/subscription.repository.ts';
import type { Charge, ChargeRepository } from './charge.repository.ts';
import { type ChargeService, INTENT_PATIENCE_MS } from './charge.service.ts';
import type { ChargeOutcomes } from './charge-outcome.service.ts';

const BATCH = 100;
/**
 * A failed probe becomes due this long after the next probe, so that another charge has its turn.
 */
const AFTER_PROBE_MS = 60_000;

export interface ChargeOnHoldDependencies {
  /** The id of the carrier of these charges. */
  readonly carrierId: string;
  readonly charges: ChargeRepository;
  readonly subscriptions: SubscriptionRepository;
  readonly ask: ChargeService['ask'];
  readonly outcomes: ChargeOutcomes;
  readonly pace: Pace;
  readonly stops: Pick<Stops, 'probeAt' | 'room'>;
  readonly clock: Clock;
}

interface Claimed {
  readonly charge: Charge;
  /** Absent if the subscription no longer waits for the charge. */
  readonly msisdn: Msisdn | undefined;
}

/**
 * Charges that the carrier rejected for a mistake in our requests are put on hold: nothing was
 * taken and no subscriber was denied. Each is asked for again under the same reference once the
 * carrier accepts our requests. A charge whose subscription was stopped meanwhile ends without a
 * call.
 */
export function createChargesOnHold(dependencies: ChargeOnHoldDependencies): ScheduledJob {
  const { carrierId, charges, subscriptions, ask, outcomes, pace, stops, clock } = dependencies;

  /** From here on they are normal intents: after a crash they are looked up. */
  const claim = (limit: number): Promise<Claimed[]> =>
    subscriptions.db.transaction(async (tx) => {
      const now = clock.now();
      const claimed = await charges.within(tx).claimOnHold(carrierId, {
        now,
        lookupAt: new Date(now.getTime() + INTENT_PATIENCE_MS),
        limit,
      });
      const ids = [...new Set(claimed.map(({ subscriptionId }) => subscriptionId))];
      const within = subscriptions.within(tx);
      const rows = new Map((await within.lockAll(ids)).map((row) => [row.id, row]));
      const numbers = await within.numbersOfSubscriptions(ids);
      return claimed.map((charge) => ({
        charge,
        msisdn: isWaitedFor(charge, rows.get(charge.subscriptionId))
          ? numbers.get(charge.subscriptionId)
          : undefined,
      }));
    });

  const askAll = async (
    permit: Permit,
    claimed: readonly Claimed[],
    isProbe: boolean,
  ): Promise<void> => {
    const wanted = claimed.flatMap(({ charge, msisdn }) => (msisdn ? [{ charge, msisdn }] : []));
    const answers = await runAtPace(permit, wanted, ({ charge, msisdn }) => ask(charge, msisdn), {
      judge: verdictOf,
      skipped: (): ChargeOutcome => STOPPED,
    });
    const next = isProbe ? await stops.probeAt('charge') : null;
    const probed = next ? { probedUntil: new Date(next.getTime() + AFTER_PROBE_MS) } : {};
    await outcomes.recordAll([
      ...wanted.map(({ charge }, index) => ({
        chargeId: charge.id,
        outcome: answers[index] ?? STOPPED,
        ...probed,
      })),
      ...claimed.flatMap(({ charge, msisdn }) =>
        msisdn ? [] : [{ chargeId: charge.id, outcome: NOT_ASKED }],
      ),
    ]);
  };

  return {
    name: `charges-on-hold-${carrierId}`,
    topic: 'charges',
    nextDue: async () => {
      const due = await charges.nextOnHold(carrierId);
      if (!due) return null;
      const [resumes, probeAt] = await Promise.all([pace.resumesAt(), stops.probeAt('charge')]);
      return afterPause(afterPause(due, resumes), probeAt);
    },
    run: async () => {
      const waiting = await charges.countOnHold(carrierId, clock.now(), BATCH);
      const room = waiting === 0 ? 0 : await stops.room('charge', waiting);
      if (room === 0) return 0;
      const isProbe = (await stops.probeAt('charge')) !== null;
      const permit = await pace.take(room);
      if (permit.granted === 0) return 0;
      try {
        const claimed = await claim(permit.granted);
        await askAll(permit, claimed, isProbe);
        return claimed.length;
      } finally {
        // Calls that were made have already returned the permit; returning it twice does nothing.
        await permit.done();
      }
    },
  };
}

function isWaitedFor(charge: Charge, row: SubscriptionRow | undefined): boolean {
  return (
    row !== undefined &&
    isLive(row.status) &&
    row.period === charge.period &&
    row.chargingPackageId === charge.packageId
  );
}
