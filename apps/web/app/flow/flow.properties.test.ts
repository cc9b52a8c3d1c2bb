import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resume } from './flow.arrival.ts';
import { transition } from './flow.machine.ts';
import { type Effect, type Failure, type FlowEvent, type FlowState, START } from './flow.state.ts';
import { kitReply, NOW, NUMBER, offer, refused, statusReply, subscribed } from './flow.test-kit.ts';

/**
 * A step of the world: by the viewer, the browser or the network. `answer` selects one of the
 * outstanding calls.
 */
type WorldStep =
  | { readonly kind: 'event'; readonly event: FlowEvent }
  | { readonly kind: 'answer'; readonly pick: number; readonly how: number }
  | { readonly kind: 'reload' | 'onward' };

const place = fc.constantFrom('number', 'packages', 'unblock', 'confirm', 'complete' as const);
const person: fc.Arbitrary<FlowEvent> = fc.oneof(
  fc.boolean().map<FlowEvent>((again) => ({
    type: 'opened',
    ...{ transactionId: 'tx-2', returnTo: '/', msisdn: '', again },
  })),
  fc
    .constantFrom({ msisdn: NUMBER, packageId: 'p-grtv-daily-c-01' }, null)
    .map<FlowEvent>((holder) => ({ type: 'recalled', transactionId: 'tx-2', holder })),
  place.map<FlowEvent>((where) => ({ type: 'arrived', place: where })),
  fc
    .constantFrom(NUMBER, '0820000000', 'nonsense')
    .map<FlowEvent>((text) => ({ type: 'number_submitted', text, newTransactionId: '' })),
  fc
    .constantFrom('p-grtv-daily-c-01', 'p-grtv-monthly-c-01', null)
    .map<FlowEvent>((packageId) => ({ type: 'package_submitted', packageId })),
  fc
    .constantFrom('1234', '12', '')
    .map<FlowEvent>((otp) => ({ type: 'accept_pressed', otp, fraudToken: 'sealed' })),
  fc.constant<FlowEvent>({
    type: 'number_enriched',
    transactionId: 'tx-1',
    enriched: { msisdn: NUMBER, token: 'he' },
  }),
  fc.constant<FlowEvent>({ type: 'resend_pressed', now: NOW + 1_000_000 }),
  fc.constant<FlowEvent>({ type: 'retried' }),
  fc.constantFrom('', '082').map<FlowEvent>((text) => ({ type: 'number_edited', text })),
  fc
    .constantFrom(
      'package_edited',
      'otp_edited',
      'unblock_accepted',
      'unblock_declined',
      'decline_pressed' as const,
    )
    .map<FlowEvent>((type) => ({ type })),
);
const deed: fc.Arbitrary<WorldStep> = fc.oneof(
  { weight: 6, arbitrary: person.map<WorldStep>((event) => ({ kind: 'event', event })) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      pick: fc.nat(3),
      how: fc.nat(11),
    }),
  },
  { weight: 8, arbitrary: fc.constant<WorldStep>({ kind: 'onward' }) },
  { weight: 1, arbitrary: fc.constant<WorldStep>({ kind: 'reload' }) },
);

type PendingCall = Extract<Effect, { call: number }>;

const FAILURES: readonly Failure[] = [
  { kind: 'lost' },
  { kind: 'unreadable' },
  { kind: 'said', description: 'No.', code: 'internal' },
];

/** One of the possible answers to a call. */
function answerTo(asked: PendingCall, how: number): FlowEvent {
  const { call } = asked;
  const failure = how < 3 ? FAILURES[how] : undefined;
  if (asked.type === 'pause') return { type: 'pause_ended', call };
  if (failure) return { type: 'call_failed', call, failure };
  if (asked.type === 'fetch_kit') return { type: 'kit_arrived', call, reply: kitReply(), now: NOW };
  if (asked.type === 'check_status') {
    const replies = [
      {},
      { contentBlockStatus: true },
      { code: 'ACTIVE' as const, packages: [offer('Weekly')] },
      { code: 'BLOCKED' as const },
      { number_proven: true },
    ];
    return { type: 'status_answered', call, reply: statusReply(replies[how - 3] ?? {}), now: NOW };
  }
  const replies = [
    refused('Invalid OTP', 'otp_invalid'),
    refused('Payment is being confirmed', 'payment_pending'),
    refused('No', 'content_blocked'),
    refused('No', 'terms_changed'),
  ];
  return { type: 'subscribe_answered', call, reply: replies[how - 3] ?? subscribed(), now: NOW };
}

interface Observation {
  readonly before: FlowState;
  readonly after: FlowState;
  readonly event: FlowEvent | 'reload';
  readonly effects: readonly Effect[];
  /** The calls that were outstanding before. */
  readonly outstanding: readonly PendingCall[];
}

/** The event of a viewer who wants to proceed; `undefined`: waits for an answer. */
function onward({ step }: FlowState): FlowEvent | undefined {
  if (step.at === 'number') return { type: 'number_submitted', text: NUMBER, newTransactionId: '' };
  if (step.at === 'packages') return { type: 'package_submitted', packageId: 'p-grtv-daily-c-01' };
  if (step.at === 'unblock') return { type: 'unblock_accepted' };
  return step.at === 'confirm' && step.kit.state === 'ready'
    ? { type: 'accept_pressed', otp: '1234', fraudToken: 'sealed' }
    : undefined;
}

/** The event of a step, with the call that it answers. */
function eventOf(
  one: WorldStep,
  state: FlowState,
  outstanding: readonly PendingCall[],
): { event: FlowEvent | 'reload'; asked?: PendingCall } | undefined {
  if (one.kind === 'reload') return { event: 'reload' };
  if (one.kind === 'event') return { event: one.event };
  const wanted = one.kind === 'onward' ? onward(state) : undefined;
  if (wanted) return { event: wanted };
  const asked =
    one.kind === 'answer'
      ? outstanding[one.pick % Math.max(1, outstanding.length)]
      : outstanding.at(-1);
  return asked && { event: answerTo(asked, one.kind === 'answer' ? one.how : 11), asked };
}

/** Adds an unused id, or that of the run, as the controller does. */
function withIds(event: FlowEvent | 'reload', id: number, state: FlowState): FlowEvent | 'reload' {
  if (event === 'reload') return event;
  if (event.type === 'opened') return { ...event, transactionId: `tx-${id}` };
  if (event.type === 'recalled') return { ...event, transactionId: state.run.transactionId };
  return event.type === 'number_submitted' ? { ...event, newTransactionId: `tx-${id}` } : event;
}

/**
 * Runs the steps and checks after each. A reload drops every outstanding call: its answer can never
 * arrive.
 */
function live(steps: readonly WorldStep[], check: (seen: Observation) => void): void {
  let state = transition(START, {
    type: 'opened',
    transactionId: 'tx-1',
    returnTo: '/',
    msisdn: '',
    again: false,
  }).state;
  let outstanding: PendingCall[] = [];
  let ids = 1;
  for (const one of steps) {
    const happened = eventOf(one, state, outstanding);
    if (!happened) continue;
    const { asked } = happened;
    const event = withIds(happened.event, ++ids, state);
    const before = state;
    const known = event === 'reload' ? [] : outstanding.filter((call) => call !== asked);
    const next = event === 'reload' ? resume(state) : transition(state, event);
    check({ before, after: next.state, event, effects: next.effects, outstanding: known });
    state = next.state;
    outstanding = [
      ...known,
      ...next.effects.filter((effect): effect is PendingCall => 'call' in effect),
    ];
  }
}

const isAccept = (effect: Effect): boolean =>
  effect.type === 'subscribe' && effect.body.to_cancel === 'no';
const holds = (check: (seen: Observation) => void): void => {
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 80, size: 'max' }), (steps) => live(steps, check)),
    { numRuns: 1500 },
  );
};

test('never has two Accepts in flight', () => {
  holds(({ effects, outstanding }) => {
    const accepts = effects.filter(isAccept).length;
    expect(accepts).toBeLessThanOrEqual(1);
    if (accepts > 0) expect(outstanding.filter(isAccept)).toEqual([]);
  });
});

test('completes only after a success of the server', () => {
  holds(({ before, after, event }) => {
    if (after.step.at !== 'complete' || before.step.at === 'complete') return;
    expect(event).toMatchObject({ type: 'subscribe_answered', reply: { status: 'success' } });
  });
});

test('sends no OTP for a proven number, and always one for an unproven number', () => {
  holds(({ after, effects }) => {
    for (const effect of effects) {
      if (effect.type !== 'subscribe' || effect.body.to_cancel !== 'no') continue;
      expect(effect.body.otp).toHaveLength(after.run.proven ? 0 : 4);
    }
  });
});

test('offers no further OTP to a proven number', () => {
  holds(({ before, event, effects }) => {
    if (event !== 'reload' && event.type === 'resend_pressed' && before.run.proven)
      expect(effects).toEqual([]);
  });
});

test('uses only a package that the viewer chose or takes again, or the number holds', () => {
  holds(({ before, after, event }) => {
    if (after.run.chosen === null || after.run.chosen === before.run.chosen) return;
    const byPerson =
      event !== 'reload' &&
      event.type === 'package_submitted' &&
      event.packageId === after.run.chosen;
    const again = after.run.again === after.run.chosen;
    expect(byPerson || again || after.run.held !== null).toBe(true);
  });
});

test("unblocks content only at the viewer's request", () => {
  holds(({ before, after, event }) => {
    if (after.run.override && !before.run.override)
      expect(event).toEqual({ type: 'unblock_accepted' });
  });
});

test('asks for an outstanding answer only with the identical Accept', () => {
  holds(({ before, event, effects }) => {
    if (event !== 'reload' && event.type === 'accept_pressed') return;
    for (const effect of effects) {
      if (effect.type !== 'subscribe' || effect.body.to_cancel !== 'no') continue;
      expect(effect.body).toMatchObject({
        transaction_id: before.run.transactionId,
        otp: before.run.accept?.otp,
        evina_token: before.run.accept?.fraudToken,
      });
    }
  });
});

test('uses a transaction for one number', () => {
  const numbers = new Map<string, string>();
  const used = (seen: Observation): void => {
    for (const effect of seen.effects) {
      if (effect.type !== 'subscribe' && effect.type !== 'check_status') continue;
      const { transaction_id = '', msisdn = '' } = effect.body as {
        transaction_id?: string;
        msisdn?: string;
      };
      expect(numbers.get(transaction_id) ?? msisdn).toBe(msisdn);
      numbers.set(transaction_id, msisdn);
    }
  };
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 80, size: 'max' }), (steps) => {
      numbers.clear();
      live(steps, used);
    }),
    { numRuns: 1500 },
  );
});

test('has no effects except navigation for an event that changes nothing', () => {
  holds(({ before, after, effects }) => {
    if (after === before) expect(effects.filter((effect) => effect.type !== 'go')).toEqual([]);
  });
});

test('reaches every step in random runs', () => {
  const reached = new Set<string>();
  fc.assert(
    fc.property(fc.array(deed, { minLength: 60, maxLength: 200 }), (steps) =>
      live(steps, ({ after }) => reached.add(after.step.at)),
    ),
    { numRuns: 600, seed: 7 },
  );
  expect([...reached].sort()).toEqual(
    [
      'accepting',
      'checking',
      'complete',
      'confirm',
      'declining',
      'failed',
      'left',
      'number',
      'packages',
      'pending',
      'recalling',
      'refused',
      'sending',
      'unblock',
      'unsure',
    ].sort(),
  );
});
