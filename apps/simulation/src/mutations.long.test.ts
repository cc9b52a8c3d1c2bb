// Each invariant is worth something only if it is seen to break. The product is broken here, one
// way at a time, and the simulation must say so.
import { DEFAULT_RETRY_SCHEDULE } from '@bonisa/domain/subscription/retry-schedule';
import type { SubscriptionEvent } from '@bonisa/domain/subscription/subscription';
import type { NoticeDraft, Notices } from '@bonisa/money/messaging/notices';
import type { SubscriptionRepository } from '@bonisa/money/subscription/subscription.repository';
import { expect, it } from 'vitest';
import { INVARIANTS, type Invariant } from './rules.ts';
import { type RunOptions, run } from './simulation.test-kit.ts';

/** A repository some of whose methods are another's, also within a transaction. */
const repository =
  (change: (made: SubscriptionRepository) => Partial<SubscriptionRepository>) =>
  (made: SubscriptionRepository): SubscriptionRepository => ({
    ...made,
    ...change(made),
    within: (tx) => repository(change)(made.within(tx)),
  });

/** Writes other events than were decided. */
const rewritten = (change: (event: SubscriptionEvent) => SubscriptionEvent) =>
  repository((made) => ({
    appendAll: (changes) =>
      made.appendAll(changes.map(({ row, events }) => ({ row, events: events.map(change) }))),
  }));

/** Messages of one kind are never sent. */
const without =
  (kind: NoticeDraft['notice']['kind']) =>
  (made: Notices): Notices => ({
    ...made,
    enqueue: (tx, drafts) =>
      made.enqueue(
        tx,
        drafts.filter(({ notice }) => notice.kind !== kind),
      ),
  });

const anHourLater = (at: Date): Date => new Date(at.getTime() + 3_600_000);

const weeksLater = (at: Date): Date => new Date(at.getTime() + 20 * 24 * 3_600_000);

const withoutCarriedTime = (event: SubscriptionEvent): SubscriptionEvent =>
  event.type === 'charge_requested' && event.carried
    ? { ...event, carried: { ...event.carried, paidUntil: null } }
    : event;

interface Mutation {
  readonly broken: string;
  readonly options: RunOptions;
}

const MUTATIONS: Readonly<Record<Invariant, Mutation>> = {
  paid_once: {
    broken: 'a payment that was made counts as never asked for, and is asked for again',
    options: {
      days: 4,
      broken: {
        outcomes: (made) => ({
          recordAll: (answers) =>
            made.recordAll(
              answers.map(({ chargeId, outcome }) =>
                outcome.outcome === 'succeeded'
                  ? { chargeId, outcome: { outcome: 'unavailable', cause: 'carrier_error' } }
                  : { chargeId, outcome },
              ),
            ),
        }),
      },
    },
  },
  live_consent: {
    broken: 'no consent record is written',
    options: {
      days: 4,
      broken: {
        subscriptions: repository(({ consents }) => ({
          consents: { ...consents, insert: async () => undefined },
        })),
      },
    },
  },
  price_agreed: {
    broken: 'a rand more is asked for than was agreed to',
    options: {
      days: 4,
      carrier: (made) => ({
        ...made,
        charge: (input) => made.charge({ ...input, amountCents: input.amountCents + 100 }),
      }),
    },
  },
  nothing_after_stop: {
    broken: 'stopping is confirmed and nothing is stopped',
    options: {
      days: 14,
      untilDay: 7,
      subscribers: 50,
      faults: 'stop,leave',
      broken: {
        subscriptionService: (made) => ({ ...made, cancel: async () => ({ servedUntil: null }) }),
      },
    },
  },
  unpaid_unserved: {
    broken: 'grace lasts for weeks',
    options: {
      days: 8,
      faults: 'airtime',
      broken: {
        subscriptions: rewritten((event) =>
          event.type === 'grace_granted' ? { ...event, until: weeksLater(event.until) } : event,
        ),
      },
    },
  },
  grace_once: {
    broken: 'grace is not used up',
    options: {
      days: 12,
      untilDay: 8,
      subscribers: 32,
      faults: 'gaming',
      broken: {
        subscriptions: repository((made) => ({
          lockAll: async (ids) =>
            (await made.lockAll(ids)).map((row) => ({ ...row, graceFrom: row.startedAt })),
        })),
      },
    },
  },
  paid_days: {
    broken: 'what is left of paid time is not taken over by the next subscription',
    options: {
      days: 14,
      untilDay: 9,
      subscribers: 60,
      faults: 'gaming,leave',
      broken: {
        subscriptions: repository((made) => ({
          begin: (input) => made.begin({ ...input, events: input.events.map(withoutCarriedTime) }),
        })),
      },
    },
  },
  code_matches_offer: {
    broken: 'a code approves whatever the press names',
    options: {
      days: 6,
      subscribers: 20,
      faults: 'stretch',
      broken: {
        approvals: (made) => ({
          ...made,
          find: async (claim, chosen) => {
            const found = await made.find(claim, undefined);
            if (!('approval' in found) || found.approval.kind !== 'otp' || !chosen) return found;
            const challenge = {
              ...found.approval.challenge,
              purpose: 'opt_in' as const,
              packageId: chosen.id,
              priceCents: chosen.price,
            };
            return { approval: { kind: 'otp', challenge } };
          },
        }),
      },
    },
  },
  code_once: {
    broken: 'a code is good for any number of opt-ins',
    options: {
      days: 8,
      subscribers: 20,
      faults: 'stretch',
      broken: {
        approvals: (made) => ({ ...made, stateOf: async () => 'free', grant: async () => true }),
      },
    },
  },
  guessing_fails: {
    broken: 'wrong codes are counted by code alone',
    options: {
      days: 4,
      faults: 'guess',
      broken: {
        identity: (made) => ({
          ...made,
          otp: {
            ...made.otp,
            prove: (challenge, code) => made.otp.prove({ ...challenge, byOwner: true }, code),
          },
        }),
      },
    },
  },
  paid_is_served: {
    broken: 'a payment buys an hour',
    options: {
      days: 4,
      broken: {
        subscriptions: rewritten((event) =>
          event.type === 'charge_succeeded' ? { ...event, until: anHourLater(event.at) } : event,
        ),
      },
    },
  },
  every_cent: {
    broken: 'postings go astray',
    options: {
      days: 4,
      prepare: ['create table stray_lines (like ledger_lines)'],
      sabotage: (statement) =>
        statement.replace('insert into "ledger_lines"', 'insert into "stray_lines"'),
    },
  },
  ledger_balances: {
    broken: 'the VAT is not posted, and the database does not object',
    options: {
      days: 4,
      prepare: ['drop trigger ledger_lines_balanced on ledger_lines'],
      sabotage: (statement) =>
        statement.startsWith('insert into "ledger_lines"')
          ? `${statement} where account <> 'vat_output'`
          : statement,
    },
  },
  unknown_ends: {
    broken: 'nothing that is unknown is looked up',
    options: {
      days: 6,
      faults: 'error,timeout-before,timeout-after,slow',
      subscribers: 60,
      broken: { jobs: 'charge-lookups' },
    },
  },
  monthly_limit: {
    broken: 'a payment buys an hour, and what was taken is not added up',
    options: {
      days: 6,
      subscribers: 6,
      broken: {
        subscriptions: rewritten((event) =>
          event.type === 'charge_succeeded'
            ? { ...event, until: anHourLater(event.at), amount: 0 }
            : event,
        ),
      },
    },
  },
  tries_a_day: {
    broken: 'whoever has no airtime is asked every half hour',
    options: {
      days: 6,
      faults: 'airtime',
      retrySchedule: {
        ...DEFAULT_RETRY_SCHEDULE,
        firstDayHours: Array.from({ length: 40 }, (_, index) => (index + 1) / 2),
      },
    },
  },
  notices_sent: {
    broken: 'nobody is welcomed',
    options: {
      days: 4,
      broken: { notices: without('welcome') },
    },
  },
  free_day_once: {
    broken: 'a free day that was used is not remembered',
    options: {
      days: 14,
      untilDay: 6,
      faults: 'leave,stop',
      subscribers: 60,
      stride: 25,
      broken: {
        subscriptions: repository(({ numbers }) => ({
          numbers: { ...numbers, markTrialUsed: async () => undefined },
        })),
      },
    },
  },
  no_failure: {
    broken: 'something throws',
    options: {
      days: 4,
      carrier: (made) => ({
        ...made,
        charge: async () => {
          throw new TypeError('broken on purpose');
        },
      }),
    },
  },
};

/** Other ways to break what an invariant also promises. */
const FURTHER: readonly (Mutation & { readonly invariant: Invariant })[] = [
  {
    invariant: 'notices_sent',
    broken: 'nobody is reminded',
    options: {
      days: 34,
      untilDay: 32,
      subscribers: 3,
      stride: 200,
      broken: { notices: without('reminder') },
    },
  },
  {
    invariant: 'nothing_after_stop',
    broken: 'what is taken after STOP is not given back',
    options: {
      days: 14,
      untilDay: 7,
      subscribers: 50,
      faults: 'slow,timeout-after,stop',
      prepare: ['create table stray_refunds (like refunds)'],
      sabotage: (statement) =>
        statement.replace('insert into "refunds"', 'insert into "stray_refunds"'),
    },
  },
  {
    invariant: 'nothing_after_stop',
    broken: 'STOP ALL is confirmed and not remembered',
    options: {
      days: 20,
      untilDay: 14,
      subscribers: 60,
      faults: 'stop,leave',
      stride: 25,
      broken: {
        subscriptions: repository(({ numbers }) => ({
          numbers: { ...numbers, markBlocked: async () => undefined },
        })),
      },
    },
  },
  {
    invariant: 'free_day_once',
    broken: "whose number it was before counts as its owner's",
    options: {
      days: 9,
      untilDay: 5,
      subscribers: 41,
      faults: 'recycle',
      carrier: (made) => ({
        ...made,
        numberRecycled: async () => ({ outcome: 'known', recycled: false }),
      }),
    },
  },
];

const ALL = [
  ...INVARIANTS.map((invariant) => ({ invariant, ...MUTATIONS[invariant] })),
  ...FURTHER,
];

it.each(ALL)(
  '$invariant is seen to break: $broken',
  { timeout: 900_000 },
  async ({ invariant, broken, options }) => {
    const goesOn: RunOptions['goesOn'] = (found) =>
      !found.some((violation) => violation.invariant === invariant);
    const { violations } = await run({
      seed: 'mutation',
      subscribers: 16,
      stride: 5,
      goesOn,
      ...options,
    });
    expect(
      violations.map((violation) => violation.invariant),
      broken,
    ).toContain(invariant);
  },
);
