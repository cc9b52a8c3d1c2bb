import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { type Fault, type FaultOperation, failureOf, refusalOf } from './fault-operations.ts';

/** When a dropped connection is closed, and how late a slow answer is, in milliseconds. */
const DROP_AFTER_MS = 1_000;
const SLOW_BY_MS = 2_000;

/** How to perform an operation. */
export interface Manner {
  /** Sends its notification twice, as the same event. */
  duplicateNotification: boolean;
  /** Accepts it now and decides it later. */
  late?: LateManner | undefined;
  /** Makes a list with a missing, an invented and a wrong entry. */
  wrongEntries?: boolean;
}

/** How a late outcome is decided. */
export interface LateManner {
  /** Whether the sink is notified of the outcome. */
  notifySink: boolean;
  /** The named error of the denial, whatever the handset's airtime. */
  refusal?: string | undefined;
}

/** The faults of one carrier's operations. */
export interface Faults {
  /**
   * Performs an operation or its next fault. A call that is refused before this point (no access, a
   * malformed body) uses up no fault. `act` returns the body of the answer and must not send it
   * itself.
   * @param refuse records a refusal, such as a denied attempt in the list of charges.
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
  /** @param operation clears only its faults; all faults without it. */
  clear(operation?: FaultOperation): void;
  list(): Fault[];
  /**
   * The faults that a carrier's operations meet: its own, and those without a carrier. The latter
   * have one count for calls at any carrier.
   */
  at(carrierId: string): Faults;
}

/**
 * A person or a test sets faults for a short time: they are in memory, and a restart clears them.
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

/** Performs an operation with a fault. */
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
      // The answer is lost, whether the operation succeeds or refuses.
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
    ...(late && { late: { notifySink: fault.kind === 'late-notification', refusal: fault.code } }),
  };
}

/**
 * Closes the connection without an answer. The reply is hijacked from Fastify, which then ignores
 * the return value.
 */
async function drop(reply: FastifyReply): Promise<never> {
  await wait(DROP_AFTER_MS);
  reply.hijack();
  reply.raw.socket?.destroy();
  return undefined as never;
}
