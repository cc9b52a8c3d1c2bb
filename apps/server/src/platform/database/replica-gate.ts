/**
 * Decides whether reads may go to the replica. It is closed until the replica has replayed
 * everything that later reads must see, and while the replica is away, too far behind, or not a
 * replica of our primary.
 */

/** Statements may see the state of so long ago, in milliseconds. */
export const MOST_BEHIND_MS = 10_000;
/** Beyond this number of positions every second one is dropped. */
const MOST_POSITIONS = 600;

/** What one look at both servers has found. Positions are bytes of the write-ahead log. */
export interface ReplicaLook {
  /** When the look began, in milliseconds of a monotonic clock. */
  readonly at: number;
  /** Undefined: the primary did not answer. It was asked before the replica. */
  readonly primary: { readonly system: string; readonly written: number } | undefined;
  readonly replica: {
    readonly system: string;
    /** Undefined: the server is not in recovery. */
    readonly replayed: number | undefined;
  };
}

export interface ReplicaGate {
  /** Whether reads may go to the replica now. */
  readonly isOpen: boolean;
  /** Why the replica is not used, unless that is about to end; undefined: it is well. */
  readonly problem: string | undefined;
  /** How old the replica's state may be, in seconds. */
  readonly lagSeconds: number;
  /**
   * Reads that begin from now on see everything that was committed before: they go to the primary
   * until the replica has replayed it.
   */
  fence(): void;
  /** The replica has failed: it is not used until the next look. */
  suspect(): void;
  /** The replica did not answer a look. */
  away(reason: string): void;
  /** Call it before a look; its answer goes to `judge`. */
  begin(): number;
  judge(look: ReplicaLook, begun: number): void;
}

/** Makes a gate, which is closed. `onWanted`: another look would open it. */
export function createReplicaGate(onWanted: () => void): ReplicaGate {
  /** The positions of the primary by time, from the newest one on that is replayed. */
  let positions: { readonly at: number; readonly written: number }[] = [];
  /** How many fences there were, and for how many the primary's position is known. */
  let fences = 1;
  let known = 0;
  /** What the replica must have replayed. */
  let required = 0;
  let replayed: number | undefined;
  let system: string | undefined;
  let answers = false;
  let problem: string | undefined = 'was not asked yet';
  let lagMs = 0;

  function problemOf({ at, primary, replica }: ReplicaLook): string | undefined {
    const before = replayed;
    replayed = replica.replayed;
    if (primary) {
      system = primary.system;
      // The log of a primary that was replaced may have been longer.
      required = Math.min(required, primary.written);
      remember(at, primary.written);
    }
    if (system !== undefined && replica.system !== system) return 'is of another database system';
    if (replayed === undefined) return 'is not a replica';
    if (primary && before !== undefined && before > primary.written)
      return 'has replayed what the primary never wrote';
    if (primary) lagMs = lagAt(at, primary.written, replayed);
    return lagMs > MOST_BEHIND_MS ? 'is too far behind' : undefined;
  }

  function remember(at: number, written: number): void {
    positions.push({ at, written });
    if (positions.length > MOST_POSITIONS)
      positions = positions.filter((_, index) => index % 2 === 0);
  }

  /**
   * The age of the newest position that is replayed, or of the oldest known one; nothing is behind
   * an idle primary.
   */
  function lagAt(now: number, written: number, done: number): number {
    const newest = positions.findLastIndex((one) => one.written <= done);
    if (newest > 0) positions = positions.slice(newest);
    return done >= written ? 0 : now - (positions[0]?.at ?? now);
  }

  return {
    get isOpen() {
      return answers && problem === undefined && known === fences && (replayed ?? -1) >= required;
    },
    get problem() {
      return problem;
    },
    get lagSeconds() {
      return lagMs / 1000;
    },
    fence() {
      fences++;
      onWanted();
    },
    suspect() {
      answers = false;
      onWanted();
    },
    away(reason) {
      answers = false;
      problem = `does not answer (${reason})`;
    },
    begin: () => fences,
    judge(look, begun) {
      answers = true;
      problem = problemOf(look);
      if (!look.primary || known === begun) return;
      known = begun;
      required = look.primary.written;
    },
  };
}
