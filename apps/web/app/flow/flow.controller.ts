import { CallError, type Client } from '@bonisa/contract/client';
import { problemOf, problemWords, readsServer } from '../browser/problem.ts';
import type { BrowserStorage } from '../storage/browser-storage.ts';
import { STORED_ITEMS } from '../storage/stored-items.ts';
import { withoutPlay } from '../watch/starts-playing.ts';
import { type Address, isOfEndedRun, readAddress, resume } from './flow.arrival.ts';
import { transition } from './flow.machine.ts';
import {
  type Effect,
  type Failure,
  type FlowEvent,
  type FlowState,
  type Holder,
  type KitReply,
  type Place,
  type Run,
  START,
  type StatusReply,
  type SubscribeReply,
  type Transition,
} from './flow.state.ts';
import { STORED_RUN, storeRun, storeValues } from './flow.storage.ts';

/** The edges that perform the flow's effects. */
export interface FlowPorts {
  readonly call: Client;
  /** Storage across visits. */
  readonly local: BrowserStorage;
  /** Storage across reloads of this tab. */
  readonly session: BrowserStorage;
  go(place: Place | 'home', run: Run, replace: boolean): void;
  /** Loads a page of this site in place of the current history entry. */
  leave(to: string): void;
  /** Whether this browser says that its viewer is signed in; it proves nothing. */
  hintsSignedIn(): boolean;
  /** Writes this run's mark into the current history entry. */
  mark(run: Run): void;
  reportPageView(told: { readonly packageId: string; readonly transactionId: string }): void;
  /** Reports an error that is no answer of the server: a defect of ours. */
  report(error: unknown): void;
  /** Milliseconds since 1970. */
  now(): number;
  newId(): string;
  pause(ms: number, then: () => void): void;
}

/** The outcome of a call, before its number and time are added. */
type CallOutcome =
  | { readonly type: 'status_answered'; readonly reply: StatusReply }
  | { readonly type: 'kit_arrived'; readonly reply: KitReply }
  | { readonly type: 'subscribe_answered'; readonly reply: SubscribeReply };

/** An event from a screen. The controller adds the ids. */
export type ScreenEvent =
  | Exclude<FlowEvent, { type: 'number_submitted' }>
  | { readonly type: 'number_submitted'; readonly text: string };

export interface FlowController {
  state(): FlowState;
  subscribe(listener: () => void): () => void;
  send(event: ScreenEvent): void;
  /** Handles arrival at an address of the flow: opens a run, or continues the current one. */
  arrive(address: Address): void;
}

/**
 * Performs the machine's effects in order and sends it their outcomes. All rules are in the
 * machine.
 */
export function createFlow(ports: FlowPorts): FlowController {
  let state: FlowState = ports.session.read(STORED_RUN) ?? START;
  let resumed = false;
  const listeners = new Set<() => void>();

  function apply({ state: next, effects }: Transition): void {
    const changed = next !== state;
    state = next;
    if (changed) {
      storeRun(ports.session, state);
      for (const listener of listeners) listener();
    }
    for (const effect of effects) perform(effect);
  }

  const send = (event: FlowEvent): void => apply(transition(state, event));

  function perform(effect: Effect): void {
    switch (effect.type) {
      case 'store_values':
        storeValues(ports.local, effect.values);
        break;
      case 'go':
        ports.go(effect.place, state.run, effect.replace);
        break;
      case 'return':
        ports.leave(effect.to);
        break;
      case 'report_page_view':
        ports.reportPageView(effect);
        break;
      case 'pause':
        ports.pause(effect.ms, () => send({ type: 'pause_ended', call: effect.call }));
        break;
      case 'mark':
        ports.mark(state.run);
        break;
      case 'enrich':
        void enrich(effect.transactionId);
        break;
      case 'recall':
        void recall(effect.transactionId);
        break;
      case 'check_status':
        void answer(
          effect,
          inWords(ports.call('statusCheck', effect.body), statusInWords),
          (reply) => ({
            type: 'status_answered',
            reply,
          }),
        );
        break;
      case 'fetch_kit':
        void answer(
          effect,
          ports.call('fraudScript', { transaction_id: effect.transactionId }),
          (reply) => ({ type: 'kit_arrived', reply }),
        );
        break;
      case 'subscribe':
        void answer(effect, inWords(subscribe(effect), refusalInWords), (reply) => ({
          type: 'subscribe_answered',
          reply,
        }));
    }
  }

  /** Fetches the CSRF token of this visit first (row P4). */
  async function subscribe({ body }: Extract<Effect, { type: 'subscribe' }>) {
    const { csrfToken } = await ports.call('csrfToken');
    return ports.call('subscribe', body, { csrfToken });
  }

  async function answer<Reply>(
    { call }: { call: number },
    asked: Promise<Reply>,
    toEvent: (reply: Reply) => CallOutcome,
  ): Promise<void> {
    let event: FlowEvent;
    try {
      event = { ...toEvent(await asked), call, now: ports.now() };
    } catch (error) {
      if (!(error instanceof CallError)) ports.report(error);
      const failure = failureOf(error);
      const words = readsServer() || failure.kind !== 'said' ? undefined : await problemOf(error);
      const told = words && failure.kind === 'said' ? { ...failure, description: words } : failure;
      event = { type: 'call_failed', call, failure: told };
    }
    send(event);
  }

  /** The answer of a call that a run can do without; undefined: none came. */
  async function ifAnswered<Reply>(asked: Promise<Reply>): Promise<Reply | undefined> {
    try {
      return await asked;
    } catch (error) {
      if (!(error instanceof CallError)) ports.report(error);
      return undefined;
    }
  }

  /** Without an answer the viewer types the number and proves it by OTP. */
  async function enrich(transactionId: string): Promise<void> {
    const vouched = await ifAnswered(ports.call('enrich', { transaction_id: transactionId }));
    if (!vouched) return;
    send({
      type: 'number_enriched',
      transactionId,
      enriched: { msisdn: vouched.he_msisdn, token: vouched.he_token },
    });
  }

  async function recall(transactionId: string): Promise<void> {
    const [holder] = await Promise.all([findHolder(), enrich(transactionId)]);
    send({ type: 'recalled', transactionId, holder });
  }

  /** Asked anew, because the subscription may have ended since this page was loaded. */
  async function findHolder(): Promise<Holder | null> {
    const viewer = ports.hintsSignedIn() ? await ifAnswered(ports.call('viewer')) : undefined;
    const held = viewer?.signed_in && viewer.subscription;
    return held && (held.state === 'cancelled' || held.state === 'expired')
      ? { msisdn: viewer.msisdn, packageId: held.package_id }
      : null;
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send: (event) =>
      send(
        event.type === 'number_submitted' ? { ...event, newTransactionId: ports.newId() } : event,
      ),
    arrive(address) {
      const target = readAddress(address, state);
      if ('returnTo' in target && isOfEndedRun(address, state) && ports.hintsSignedIn()) {
        ports.leave(withoutPlay(target.returnTo));
      } else if ('returnTo' in target) {
        send({
          type: 'opened',
          transactionId: ports.newId(),
          returnTo: target.returnTo,
          msisdn: ports.local.read(STORED_ITEMS.uToken) ?? '',
          again: target.again,
        });
        ports.mark(state.run);
      } else {
        if (!resumed) apply(resume(state));
        send({ type: 'arrived', place: target.place });
      }
      resumed = true;
    },
  };
}

/** In English the server's sentences are shown as they are; other languages have words of codes. */
function inWords<Reply>(
  asked: Promise<Reply>,
  tell: (reply: Reply, words: ProblemWords) => Reply,
): Promise<Reply> {
  if (readsServer()) return asked;
  return asked.then(async (reply) => {
    const words = await problemWords();
    return words ? tell(reply, words) : reply;
  });
}

type ProblemWords = NonNullable<Awaited<ReturnType<typeof problemWords>>>;

function statusInWords(reply: StatusReply, { ofStatus }: ProblemWords): StatusReply {
  return { ...reply, description: ofStatus(reply) ?? reply.description };
}

function refusalInWords(reply: SubscribeReply, { ofOutcome }: ProblemWords): SubscribeReply {
  const shown = reply.status === 'failed' ? ofOutcome(reply.outcome) : undefined;
  return shown === undefined ? reply : { ...reply, shown };
}

/** Converts a failed call to the machine's terms. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof CallError)) return { kind: 'unreadable' };
  if (error.body)
    return { kind: 'said', description: error.body.description, code: error.body.code };
  return { kind: error.status === 0 ? 'lost' : 'unreadable' };
}
