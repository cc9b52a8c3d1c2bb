import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { type Fault, type FaultOperation, failureOf, refusalOf } from './fault-operations.ts';

/** When a dropped connection is dropped, and how late a slow answer is, in milliseconds. */
const DROP_AFTER_MS = 1_000;
const SLOW_BY_MS = 2_000;

/** How an operation is to be done. */
export interface Manner {
  /** Its notification goes out twice, as the same event. */
  duplicateNotification: boolean;
  /** It is taken up now and decided later. */
  late?: LateManner | undefined;
  /** A list leaves something out, invents something, and has another amount. */
  wrongEntries?: boolean;
}

/** How something is decided later. */
export interface LateManner {
  /** Whether the sink is told of the outcome. */
  told: boolean;
  /** By which named error it will be denied, whatever the handset has. */
  refusal?: string | undefined;
}

/** The faults that the operations of one carrier meet. */
export interface Faults {
  /**
   * Does an operation, or fails it by the fault that is set for it. A call that is refused before
   * this point (no access, a bad body) uses up no fault. `act` returns the body of the answer and
   * must not send it itself.
   * @param refuse what a refusal leaves behind, such as a denied attempt in the list of charges.
   */
  apply<T>(
    operation: FaultOperation,
    reply: FastifyReply,
    act: (manner: Manner) => T | Promise<T>,
    refuse?: (refusal: Error) => void,
  ): Promise<T>;
}

/** Where people and tests set faults, for all carriers or for one. */
export interface FaultDesk {
  add(fault: Fault): void;
  /** @param operation only this one's faults; all where it is absent. */
  clear(operation?: FaultOperation): void;
  list(): Fault[];
  /**
   * What the operations of a carrier meet: the faults that are set for it, and those that name no
   * carrier. The latter have one count, which calls at any carrier use up.
   */
  at(carrierId: string): Faults;
}

/**
 * Faults are set by a person or a test for a moment: they live in memory and a restart clears them.
 * @param changed called whenever the list changes.
 */
export function createFaultDesk(changed: () => void): FaultDesk {
  let faults: Fault[] = [];

  function take(operation: FaultOperation, carrierId: string): Fault | undefined {
    if (faults.length === 0) return undefined;
    const fault = faults.find(
      (each) =>
        each.operation === operation && (each.carrier === undefined || each.carrier === carrierId),
    );
    if (!fault) return undefined;
    fault.times -= 1;
    if (fault.times === 0) faults = faults.filter((each) => each !== fault);
    changed();
    return fault;
  }

  return {
    add(fault) {
      faults = [...faults, { ...fault }];
      changed();
    },
    clear(operation) {
      faults = operation === undefined ? [] : faults.filter((each) => each.operation !== operation);
      changed();
    },
    list: () => faults.map((fault) => ({ ...fault })),
    at: (carrierId) => ({
      apply: (operation, reply, act, refuse) =>
        performWith(take(operation, carrierId), { operation, reply, act, refuse }),
    }),
  };
}

/** Does an operation in the way of a fault. */
async function performWith<T>(
  fault: Fault | undefined,
  call: {
    operation: FaultOperation;
    reply: FastifyReply;
    act: (manner: Manner) => T | Promise<T>;
    refuse: ((refusal: Error) => void) | undefined;
  },
): Promise<T> {
  const manner = mannerOf(fault);
  const act = async (): Promise<T> => call.act(manner);
  switch (fault?.kind) {
    case 'refuse': {
      const refusal = refusalOf(fault);
      call.refuse?.(refusal);
      throw refusal;
    }
    case 'error':
      throw failureOf(call.operation);
    case 'timeout-before':
      return drop(call.reply);
    case 'timeout-after':
      // Done, be it with success or with a refusal: either answer is lost.
      await Promise.allSettled([act()]);
      return drop(call.reply);
    case 'slow':
      try {
        return await act();
      } finally {
        await wait(SLOW_BY_MS);
      }
    default:
      return act();
  }
}

function mannerOf(fault: Fault | undefined): Manner {
  const late = fault?.kind === 'late-notification' || fault?.kind === 'lost-notification';
  return {
    duplicateNotification: fault?.kind === 'duplicate-notification',
    wrongEntries: fault?.kind === 'wrong-entries',
    ...(late && { late: { told: fault.kind === 'late-notification', refusal: fault.code } }),
  };
}

/**
 * Ends the connection without an answer. The reply is taken out of Fastify's hands, which then
 * ignores what is returned.
 */
async function drop(reply: FastifyReply): Promise<never> {
  await wait(DROP_AFTER_MS);
  reply.hijack();
  reply.raw.socket?.destroy();
  return undefined as never;
}
