import type { DeviceKind } from '@bonisa/domain/playback/playing-devices';
import { type Database, rowsOf } from '@bonisa/kit/database/database';
import { inBatches } from '@bonisa/kit/database/in-batches';
import { lazy } from '@bonisa/kit/lazy';
import {
  and,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm';
import {
  clientStatusChecks,
  numberProofs,
  numberStatusChecks,
  sessions,
} from './identity.tables.ts';

export type NumberProof = typeof numberProofs.$inferSelect;

/**
 * A window in which status checks are counted: of any number by a client (a visit or network), or
 * of a number by one network or ('') by all.
 */
export type CountedWindow = { readonly start: Date; readonly max: number } & (
  | { readonly client: string }
  | { readonly msisdn: string; readonly networkHash: string }
);

/** The statement that counts one check, `unless` the count before it is above its limit. */
function counting(window: CountedWindow, unless: SQL = sql``): SQL {
  const start = sql`${window.start.toISOString()}::timestamptz`;
  return 'client' in window
    ? sql`insert into ${clientStatusChecks} as counted (client, window_start, checks)
        select ${window.client}, ${start}, 1${unless}
        on conflict (client, window_start) do update set checks = counted.checks + 1
        returning checks`
    : sql`insert into ${numberStatusChecks} as counted (msisdn, network_hash, window_start, checks)
        select ${window.msisdn}, ${window.networkHash}, ${start}, 1${unless}
        on conflict (msisdn, network_hash, window_start) do update set checks = counted.checks + 1
        returning checks`;
}

/**
 * The SQL of network proofs, status checks and sessions; `otp.repository.ts` has that of one-time
 * codes.
 */
export function createIdentityRepository(db: Database) {
  const statements = lazy(() => ({
    sessions: db
      .select()
      .from(sessions)
      .where(
        and(
          sql`${sessions.idHash} = any(${sql.placeholder('ids')}::text[])`,
          isNull(sessions.revokedAt),
        ),
      )
      .prepare('sessions_by_id'),
    proofs: selectProofs(db).prepare('number_proofs_of_visit'),
  }));
  const session = inBatches(
    async (ids: readonly string[]) => {
      const rows = await statements.sessions.execute({ ids });
      const found = new Map(rows.map((row) => [row.idHash, row]));
      return ids.map((id) => found.get(id));
    },
    (id) => id,
  );

  return {
    within: (tx: Database) => createIdentityRepository(tx),

    /**
     * Counts one status check in each of these windows, in one statement; returns the new counts in
     * the same order. What follows a count above its limit is not counted and has none.
     */
    countStatusChecks: async (
      windows: readonly CountedWindow[],
    ): Promise<readonly (number | null)[]> => {
      const counted = windows.map((_window, at) => sql.raw(`counted_${at}`));
      const steps = windows.map((window, at) => {
        const before = windows[at - 1];
        const unless = before && sql` from ${counted[at - 1]} where checks <= ${before.max}::int`;
        return sql`${counted[at]} as (${counting(window, unless)})`;
      });
      const counts = windows.map(
        (_window, at) => sql`(select checks from ${counted[at]}) as ${sql.identifier(String(at))}`,
      );
      const comma = sql.raw(', ');
      const [row] = await rowsOf<Record<string, number | null>>(
        db,
        sql`with ${sql.join(steps, comma)} select ${sql.join(counts, comma)}`,
      );
      return windows.map((_window, at) => row?.[at] ?? null);
    },

    /** Counts an act of a client in a window; returns the new count. */
    countClientCheck: async (client: string, windowStart: Date): Promise<number> => {
      const [row] = await db
        .insert(clientStatusChecks)
        .values({ client, windowStart, checks: 1 })
        .onConflictDoUpdate({
          target: [clientStatusChecks.client, clientStatusChecks.windowStart],
          set: { checks: sql`${clientStatusChecks.checks} + 1` },
        })
        .returning({ checks: clientStatusChecks.checks });
      return row?.checks ?? 1;
    },

    insertProof: async (proof: NumberProof): Promise<void> => {
      await db.insert(numberProofs).values(proof);
    },

    /**
     * The visit's newest proof in a transaction, used or not, and whether the network proved this
     * number in this visit recently, in any transaction.
     */
    proofsOf: async (
      {
        visitorId,
        transactionId,
        msisdn,
      }: Pick<NumberProof, 'visitorId' | 'transactionId' | 'msisdn'>,
      now: Date,
    ): Promise<{ newest: NumberProof | undefined; vouched: boolean }> => {
      const asked = { visitorId, transactionId, msisdn, now };
      const [row] = await statements.proofs.execute(asked);
      return { newest: row?.newest ?? undefined, vouched: row?.vouched === true };
    },

    /**
     * Binds a proof, and the visit's other proofs of the transaction, to the subscription that it
     * grants, in the transaction that grants it. Returns `false` when the proof has granted
     * something else meanwhile or has ended. `before` is an earlier grant without effect.
     */
    grantProof: async (
      { id, visitorId, transactionId }: NumberProof,
      subscriptionId: string,
      before: string | null,
      now: Date,
    ): Promise<boolean> => {
      const set = { usedAt: now, grantedSubscriptionId: subscriptionId };
      const bound = await db
        .update(numberProofs)
        .set(set)
        .where(
          and(
            eq(numberProofs.id, id),
            gt(numberProofs.expiresAt, now),
            sql`${numberProofs.grantedSubscriptionId} is not distinct from ${before}`,
          ),
        )
        .returning({ id: numberProofs.id });
      if (bound.length === 0) return false;
      await db
        .update(numberProofs)
        .set(set)
        .where(
          and(
            eq(numberProofs.visitorId, visitorId),
            eq(numberProofs.transactionId, transactionId),
            isNull(numberProofs.grantedSubscriptionId),
          ),
        );
      return true;
    },

    /** Writes a browser's session and deletes the subscriber's oldest ones above `max`. */
    insertSession: async (
      session: {
        idHash: string;
        subscriberId: number;
        device: DeviceKind | undefined;
        now: Date;
        expiresAt: Date;
      },
      max: number,
    ): Promise<void> => {
      const { idHash, subscriberId, device, now, expiresAt } = session;
      await db.insert(sessions).values({
        idHash,
        subscriberId,
        createdAt: now,
        lastSeenAt: now,
        expiresAt,
        revokedAt: null,
        replacedBy: null,
        deviceKind: device ?? null,
      });
      const older = db
        .select({ idHash: sessions.idHash })
        .from(sessions)
        .where(and(eq(sessions.subscriberId, subscriberId), isNull(sessions.deviceClient)))
        .orderBy(desc(sessions.createdAt), desc(sessions.idHash))
        .offset(max);
      await db
        .delete(sessions)
        .where(and(inArray(sessions.idHash, older), ne(sessions.idHash, idHash)));
    },

    /** Deletes a session whose sign-in got no answer. */
    discardSession: async (idHash: string): Promise<void> => {
      await db.delete(sessions).where(eq(sessions.idHash, idHash));
    },

    liveSession: async (idHash: string, now: Date) => {
      const found = await session(idHash);
      return found && found.expiresAt > now ? found : undefined;
    },

    slideSession: async (idHash: string, now: Date, expiresAt: Date): Promise<void> => {
      await db
        .update(sessions)
        .set({ lastSeenAt: now, expiresAt })
        .where(eq(sessions.idHash, idHash));
    },

    /** Ends a session because another session replaced it in the same browser. */
    replaceSession: async (idHash: string, by: string, at: Date): Promise<void> => {
      await db
        .update(sessions)
        .set({ revokedAt: at, replacedBy: by })
        .where(and(eq(sessions.idHash, idHash), isNull(sessions.revokedAt)));
    },

    /**
     * Whether a session was replaced by a sign-in after `since`, and the replacing session is not
     * signed out.
     */
    wasReplacedSince: async (idHash: string, since: Date): Promise<boolean> => {
      const rows = await db
        .select({ idHash: sessions.idHash })
        .from(sessions)
        .where(
          and(
            eq(sessions.idHash, idHash),
            isNotNull(sessions.replacedBy),
            gt(sessions.revokedAt, since),
          ),
        );
      return rows.length > 0;
    },

    /** Ends a session and forgets which session it had replaced. */
    revokeSession: async (
      { idHash, subscriberId }: { idHash: string; subscriberId: number },
      at: Date,
    ): Promise<void> => {
      await db
        .update(sessions)
        .set({ revokedAt: at })
        .where(and(eq(sessions.idHash, idHash), isNull(sessions.revokedAt)));
      await db
        .update(sessions)
        .set({ replacedBy: null })
        .where(and(eq(sessions.subscriberId, subscriberId), eq(sessions.replacedBy, idHash)));
    },

    revokeSessionsOf: async (subscriberId: number, at: Date): Promise<void> => {
      await db
        .update(sessions)
        .set({
          revokedAt: sql`coalesce(${sessions.revokedAt}, ${at.toISOString()}::timestamptz)`,
          replacedBy: null,
        })
        .where(eq(sessions.subscriberId, subscriberId));
    },

    /** Deletes expired rows. Consent records and the audit are stored elsewhere. */
    purge: async (before: Date): Promise<void> => {
      await db.delete(sessions).where(lt(sessions.expiresAt, before));
      await db.delete(numberProofs).where(lt(numberProofs.expiresAt, before));
      await db.delete(numberStatusChecks).where(lt(numberStatusChecks.windowStart, before));
      await db.delete(clientStatusChecks).where(lt(clientStatusChecks.windowStart, before));
    },
  };
}

export type IdentityRepository = ReturnType<typeof createIdentityRepository>;

/** A visit's newest proof in a transaction, and whether its network proved a number. */
function selectProofs(db: Database) {
  const ofVisit = and(
    eq(numberProofs.visitorId, sql.placeholder('visitorId')),
    gt(numberProofs.expiresAt, sql.placeholder('now')),
  );
  const newest = db
    .select({ id: numberProofs.id })
    .from(numberProofs)
    .where(and(ofVisit, eq(numberProofs.transactionId, sql.placeholder('transactionId'))))
    .orderBy(desc(numberProofs.createdAt), desc(numberProofs.id))
    .limit(1);
  const ofNumber = db
    .select({ id: numberProofs.id })
    .from(numberProofs)
    .where(and(ofVisit, eq(numberProofs.msisdn, sql.placeholder('msisdn'))));
  return db
    .select({ newest: numberProofs, vouched: exists(ofNumber) })
    .from(sql`(select 1) as asked`)
    .leftJoin(numberProofs, inArray(numberProofs.id, newest));
}
