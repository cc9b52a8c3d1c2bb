import { transition } from './flow.machine.ts';
import {
  type Effect,
  type FlowEvent,
  type FlowState,
  type Holder,
  type KitReply,
  type Offer,
  START,
  type StatusReply,
  type SubscribeReply,
} from './flow.state.ts';

/** Prepared server answers and a flow that a test drives step by step. */

export const NUMBER = '27821234567';
export const NOW = Date.UTC(2026, 10, 20, 12, 0, 0);

export function offer(name: 'Daily' | 'Weekly' | 'Monthly', trial = true): Offer {
  const price = { Daily: '5.00', Weekly: '10.00', Monthly: '25.00' }[name];
  const period = { Daily: 'day', Weekly: 'week', Monthly: 'month' } as const;
  const id = `p-grtv-${name.toLowerCase()}-c-01`;
  return {
    id,
    name,
    price,
    free_id: trial ? `${id}-free-day` : '',
    service_key: `demo-${name.toLowerCase()}`,
    service_period: period[name],
    duration: { Daily: '1 Day', Weekly: '7 Days', Monthly: '30 Days' }[name],
    about: '',
    words: [`Bonisa ${name} subscription service: R${price}/${period[name]}.`, 'Stopping is free.'],
    words_language: 'en',
  };
}

export function statusReply(change: Partial<StatusReply> = {}): StatusReply {
  const trial = change.hasFreeTrial ?? true;
  return {
    code: 'NEW',
    description: 'Choose your package.',
    packages: [offer('Daily', trial), offer('Weekly', trial), offer('Monthly', trial)],
    hasFreeTrial: trial,
    contentBlockStatus: false,
    sub_transaction_id: 'sub-1',
    otp_sent: false,
    number_proven: false,
    ...change,
  };
}

export function kitReply(change: Partial<KitReply> = {}): KitReply {
  return { s: 'judge()', transaction_id: 'tx-1', t: 'kit-1', run: 'inline', ...change };
}

export function subscribed(change: Partial<SubscribeReply> = {}): SubscribeReply {
  return {
    status: 'success',
    description: '41',
    sub_transaction_id: 'sub-1',
    outcome: 'subscribed',
    package_id: 'p-grtv-daily-c-01',
    ...change,
  };
}

export function refused(
  description: string,
  outcome: SubscribeReply['outcome'] = 'refused',
): SubscribeReply {
  return { status: 'failed', description, sub_transaction_id: 'sub-1', outcome };
}

/** A flow that a test drives event by event; `call()` is the number of the latest call. */
export class FlowDriver {
  state: FlowState = START;
  /** The effects of the latest event. */
  effects: readonly Effect[] = [];
  /** The newest transaction. */
  transactions = 1;
  /** The effects of all events. */
  readonly done: Effect[] = [];

  send(event: FlowEvent): this {
    const next = transition(this.state, event);
    this.state = next.state;
    this.effects = next.effects;
    this.done.push(...next.effects);
    return this;
  }

  get at(): string {
    return this.state.step.at;
  }

  get call(): number {
    return this.state.call;
  }

  /** The latest event's effects of one kind. */
  effect<Type extends Effect['type']>(type: Type): Extract<Effect, { type: Type }>[] {
    return this.effects.filter(
      (effect): effect is Extract<Effect, { type: Type }> => effect.type === type,
    );
  }

  open(returnTo = '/', msisdn = ''): this {
    return this.send({ type: 'opened', transactionId: 'tx-1', returnTo, msisdn, again: false });
  }

  /** Presses 'Subscribe again'. */
  openAgain(holder: Holder | null = { msisdn: NUMBER, packageId: 'p-grtv-daily-c-01' }): this {
    const opened = { type: 'opened', transactionId: 'tx-1', returnTo: '/', msisdn: '' } as const;
    return this.send({ ...opened, again: true }).send({
      type: 'recalled',
      transactionId: 'tx-1',
      holder,
    });
  }

  enrich(msisdn = NUMBER, token = 'he-1'): this {
    return this.send({
      type: 'number_enriched',
      transactionId: 'tx-1',
      enriched: { msisdn, token },
    });
  }

  submitNumber(text = '0821234567'): this {
    return this.send({
      type: 'number_submitted',
      text,
      newTransactionId: `tx-${++this.transactions}`,
    });
  }

  answerStatus(change: Partial<StatusReply> = {}): this {
    return this.send({
      type: 'status_answered',
      call: this.call,
      reply: statusReply(change),
      now: NOW,
    });
  }

  choose(packageId: string | null = 'p-grtv-daily-c-01'): this {
    return this.send({ type: 'package_submitted', packageId });
  }

  answerKit(): this {
    return this.send({ type: 'kit_arrived', call: this.call, reply: kitReply(), now: NOW });
  }

  accept(otp = '1234'): this {
    return this.send({ type: 'accept_pressed', otp, fraudToken: 'sealed-1' });
  }

  answer(reply: SubscribeReply): this {
    return this.send({ type: 'subscribe_answered', call: this.call, reply, now: NOW });
  }

  lose(): this {
    return this.send({ type: 'call_failed', call: this.call, failure: { kind: 'lost' } });
  }

  refuse(description: string, code = 'carrier_unavailable'): this {
    return this.send({
      type: 'call_failed',
      call: this.call,
      failure: { kind: 'said', description, code },
    });
  }

  garble(): this {
    return this.send({ type: 'call_failed', call: this.call, failure: { kind: 'unreadable' } });
  }

  /** Advances to the packages. */
  toPackages(change: Partial<StatusReply> = {}): this {
    return this.open().submitNumber().answerStatus(change);
  }

  /** Advances to the confirm screen with a fraud kit that can judge. */
  toConfirm(change: Partial<StatusReply> = {}): this {
    return this.toPackages()
      .choose()
      .answerStatus({ otp_sent: true, ...change })
      .answerKit();
  }
}
