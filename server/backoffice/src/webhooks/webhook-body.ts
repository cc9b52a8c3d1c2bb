import { type Cents, formatRand } from '@bonisa/domain/money/rand';
import { webhookTypeOf } from '@bonisa/domain/staff/webhooks';
import type { RecordedEvent } from '@bonisa/money/subscription/recorded-event.repository';

/** What a recorded event tells: a name in the body, and how its value is written. */
type Field = readonly [name: string, recorded: string, write?: (value: unknown) => unknown];

const rand = (value: unknown): string => formatRand(value as Cents);
const AMOUNT: Field = ['amount', 'amount', rand];
const PERIOD: Field = ['period', 'period'];
const PACKAGE: Field = ['package_id', 'packageId'];
const UNTIL: Field = ['until', 'until'];
const NEXT_TRY: Field = ['next_try_at', 'nextTryAt'];

/** The fields of each type. What is not named here leaves the product in no webhook. */
const FIELDS: Readonly<Record<string, readonly Field[]>> = {
  trial_started: [PACKAGE, UNTIL],
  grace_granted: [UNTIL],
  parked: [NEXT_TRY],
  package_change_requested: [
    ...([PACKAGE, ['price', 'price', rand], ['from', 'from']] satisfies Field[]),
    ['withdrawn', 'withdrawn', () => true],
  ],
  cancelled: [['by', 'by']],
  blocked: [['reason', 'reason']],
  charge_requested: [PERIOD, AMOUNT, PACKAGE],
  charge_unconfirmed: [PERIOD],
  charge_succeeded: [PERIOD, AMOUNT, UNTIL, PACKAGE],
  charge_surplus: [PERIOD],
  charge_denied: [PERIOD, ['reason', 'reason'], NEXT_TRY],
  charge_withheld: [['reason', 'reason'], NEXT_TRY],
  refunded: [PERIOD, AMOUNT, ['whole', 'whole']],
};

/**
 * The body of an event, as JSON; `undefined` for one that webhooks do not tell of. It is the same
 * at each attempt, because recorded events never change, and has no phone number.
 */
export function webhookBodyOf(event: RecordedEvent): string | undefined {
  const type = webhookTypeOf(event.type);
  if (!type) return undefined;
  const fields = (FIELDS[event.type] ?? []).map(([name, recorded, write = (value) => value]) => {
    const value = event.data[recorded] ?? null;
    return [name, value === null ? null : write(value)];
  });
  return JSON.stringify({
    type,
    timestamp: event.at.toISOString(),
    data: {
      subscriber_id: String(event.subscriberId),
      subscription_id: event.subscriptionId,
      ...Object.fromEntries(fields),
    },
  });
}
