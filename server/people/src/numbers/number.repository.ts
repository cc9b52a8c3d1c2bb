import type { Language } from '@bonisa/domain/languages';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { anyOf } from '@bonisa/kit/database/bulk';
import type { Database } from '@bonisa/kit/database/database';
import { inBatches } from '@bonisa/kit/database/in-batches';
import { lazy } from '@bonisa/kit/lazy';
import { and, eq, isNotNull, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { forgottenNumbers, subscribers } from './numbers.tables.ts';

export type Subscriber = typeof subscribers.$inferSelect;

/** The carrier of a number that gets its first row. */
export interface FirstCarrier {
  readonly carrierId: string;
  /** When the register or the carrier reported it; `null` if it follows from the number range. */
  readonly carrierCheckedAt: Date | null;
}

/** The facts that remain of a number whose data was removed. */
export type ForgottenNumber = Pick<Subscriber, 'trialUsedAt' | 'blockedAt'> & { readonly at: Date };

/** What is known of a number, read at once. */
export interface NumberRecord {
  readonly subscriber: Subscriber | undefined;
  readonly forgotten: ForgottenNumber | undefined;
}

/** The facts that a removal leaves under a number's mark. */
export type RemainingFacts = Pick<Subscriber, 'trialUsedAt' | 'blockedAt' | 'graceFrom'>;

/**
 * The names of a number in records. The marks are one-way: a table of them discloses no number, and
 * the number finds its marks.
 */
export interface NumberNames {
  /** The number itself: records of its present owner. */
  readonly number: string;
  /** Records of an owner who was removed and may still have the number. */
  readonly forgotten: string;
  /** Records of former owners. */
  readonly recycled: string;
}

/** A list of numbers as one parameter. */
function among(msisdns: readonly string[]) {
  return sql`(select value from json_array_elements_text(${JSON.stringify(msisdns)}::json))`;
}

/**
 * SQL of the owners of numbers (`subscribers`).
 * @param markOf makes the one-way mark under which a number is recognised after its data was
 * removed.
 * @param firstCarrierOf the carrier to store with the first row of a number.
 */
export function createNumberRepository(
  db: Database,
  markOf: (msisdn: string) => string,
  firstCarrierOf: (msisdn: Msisdn) => FirstCarrier,
) {
  const statements = lazy(() => ({
    byId: db
      .select()
      .from(subscribers)
      .where(sql`${subscribers.id} = any(${sql.placeholder('ids')}::bigint[])`)
      .prepare('subscribers_by_id'),
    byNumber: db
      .select()
      .from(subscribers)
      .where(eq(subscribers.msisdn, sql.placeholder('msisdn')))
      .prepare('subscriber_by_number'),
  }));

  return {
    db,
    within: (tx: Database) => createNumberRepository(tx, markOf, firstCarrierOf),

    /** The carrier that a subscriber's number is on, from the subscriber's row. */
    carrierOf: ({ msisdn, carrierId }: Pick<Subscriber, 'msisdn' | 'carrierId'>): string =>
      carrierId ?? firstCarrierOf(msisdn as Msisdn).carrierId,

    /** The one-way mark of a number. */
    markOf,

    namesOf: (msisdn: string): NumberNames => {
      const mark = markOf(msisdn);
      return { number: msisdn, forgotten: `forgotten-${mark}`, recycled: `recycled-${mark}` };
    },

    subscriberOf: async (msisdn: Msisdn): Promise<Subscriber | undefined> => {
      const [row] = await statements.byNumber.execute({ msisdn });
      return row;
    },

    subscriber: inBatches(
      async (ids: readonly number[]): Promise<readonly (Subscriber | undefined)[]> => {
        const rows = await statements.byId.execute({ ids });
        const found = new Map(rows.map((row) => [row.id, row]));
        return ids.map((id) => found.get(id));
      },
      (id) => id,
    ),

    /** The facts that remain of a number whose data was removed; `undefined` if none do. */
    forgotten: async (msisdn: Msisdn): Promise<ForgottenNumber | undefined> => {
      const [row] = await db
        .select({
          trialUsedAt: forgottenNumbers.trialUsedAt,
          blockedAt: forgottenNumbers.blockedAt,
          at: forgottenNumbers.at,
        })
        .from(forgottenNumbers)
        .where(eq(forgottenNumbers.mark, markOf(msisdn)));
      return row;
    },

    /**
     * Makes the function that reads the row of a number, the facts that remain after a removal, and
     * a time, in one prepared statement: a sign-up asks for them with each of its calls.
     * @param lastAt makes the SQL of the time when the number was last heard of elsewhere.
     */
    recordReader: (lastAt: (msisdn: Placeholder) => SQL<Date | null>) => {
      const records = lazy(() => ({ of: selectRecords(db, lastAt) }));
      return async (
        msisdn: Msisdn,
      ): Promise<NumberRecord & { readonly lastAt: Date | undefined }> => {
        const [row] = await records.of.execute({ msisdn, mark: markOf(msisdn) });
        return {
          subscriber: row?.subscriber ?? undefined,
          forgotten: row?.forgotten ?? undefined,
          lastAt: row?.lastAt ?? undefined,
        };
      };
    },

    /** Locks a subscriber until the transaction ends; `undefined` once the data is removed. */
    lockKnown: async (id: number): Promise<Subscriber | undefined> => {
      const [row] = await db
        .select()
        .from(subscribers)
        .where(and(eq(subscribers.id, id), isNull(subscribers.forgottenAt)))
        .for('update');
      return row;
    },

    /**
     * Locks those of these subscribers whom nobody else has locked, and whose data is not removed.
     * It never waits, so that their order does not matter. Returns their ids.
     */
    lockFree: async (ids: readonly number[]): Promise<Set<number>> => {
      const rows = await db
        .select({ id: subscribers.id })
        .from(subscribers)
        .where(
          and(
            sql`${subscribers.id} = any(${sql.param(ids)}::bigint[])`,
            isNull(subscribers.forgottenAt),
          ),
        )
        .for('update', { skipLocked: true });
      return new Set(rows.map(({ id }) => id));
    },

    /** Writes when the grace of a locked subscriber's number begins; `null`: none is left. */
    setGraceFrom: async (id: number, graceFrom: Date | null): Promise<void> => {
      await db.update(subscribers).set({ graceFrom }).where(eq(subscribers.id, id));
    },

    /**
     * Replaces the number of a locked subscriber by a pseudonym. The trial, the block and the
     * number's grace stay under its mark, and are returned.
     */
    pseudonymise: async (
      { id, msisdn }: Pick<Subscriber, 'id' | 'msisdn'>,
      at: Date,
    ): Promise<RemainingFacts> => {
      const [row] = await db
        .select({
          trialUsedAt: subscribers.trialUsedAt,
          blockedAt: subscribers.blockedAt,
          graceFrom: subscribers.graceFrom,
        })
        .from(subscribers)
        .where(eq(subscribers.id, id));
      if (!row) throw new Error('a locked subscriber is not there');
      const kept = { ...row, at };
      await db
        .insert(forgottenNumbers)
        .values({ mark: markOf(msisdn), ...kept })
        .onConflictDoUpdate({ target: forgottenNumbers.mark, set: kept });
      await db
        .update(subscribers)
        .set({ msisdn: `forgotten-${id}`, forgottenAt: at, language: null })
        .where(eq(subscribers.id, id));
      return row;
    },

    /**
     * Replaces the number of a locked subscriber who has lost it to a new owner. No data of the
     * former owner stays under the number's mark.
     */
    handOver: async ({ id, msisdn }: Subscriber, at: Date): Promise<void> => {
      await db.delete(forgottenNumbers).where(eq(forgottenNumbers.mark, markOf(msisdn)));
      await db
        .update(subscribers)
        .set({ msisdn: `recycled-${id}`, forgottenAt: at })
        .where(eq(subscribers.id, id));
    },

    /**
     * Writes the facts of a number that has no row, under its mark: they hold again as soon as it
     * has one.
     */
    remember: async (mark: string, facts: Partial<RemainingFacts>, at: Date): Promise<void> => {
      await db
        .insert(forgottenNumbers)
        .values({ mark, ...facts, at })
        .onConflictDoUpdate({ target: forgottenNumbers.mark, set: { ...facts, at } });
    },

    /** Deletes the data under the mark of a number with a new owner. */
    dropForgotten: async (msisdn: Msisdn): Promise<void> => {
      await db.delete(forgottenNumbers).where(eq(forgottenNumbers.mark, markOf(msisdn)));
    },

    markOwnerChecked: async (id: number, at: Date): Promise<void> => {
      await db.update(subscribers).set({ ownerCheckedAt: at }).where(eq(subscribers.id, id));
    },

    /**
     * The number's row, inserted if missing, and locked until the transaction ends: one decision
     * for a number at a time.
     */
    lockSubscriber: async (msisdn: Msisdn, now: Date): Promise<Subscriber> => {
      const kept = (column: PgColumn) =>
        sql`(select ${column} from ${forgottenNumbers} where ${forgottenNumbers.mark} = ${markOf(msisdn)})`;
      const known = sql`exists (select from ${forgottenNumbers} where ${forgottenNumbers.mark} = ${markOf(msisdn)})`;
      const values = {
        msisdn,
        ...firstCarrierOf(msisdn),
        createdAt: now,
        trialUsedAt: kept(forgottenNumbers.trialUsedAt),
        blockedAt: kept(forgottenNumbers.blockedAt),
        graceFrom: sql`case when ${known} then ${kept(forgottenNumbers.graceFrom)} else ${sql.param(now, subscribers.createdAt)}::timestamptz end`,
      };
      // An update that changes nothing locks an existing row and returns it, in one statement.
      const [row] = await db
        .insert(subscribers)
        .values(values)
        .onConflictDoUpdate({ target: subscribers.msisdn, set: { msisdn } })
        .returning();
      if (!row) throw new Error('a subscriber that was just written is not there');
      return row;
    },

    /** The language of the words that the owner agreed to last, for messages to the number. */
    setLanguage: async (id: number, language: Language): Promise<void> => {
      await db.update(subscribers).set({ language }).where(eq(subscribers.id, id));
    },

    /** The languages of these numbers, as far as their owners have chosen another than English. */
    languagesOf: async (msisdns: readonly string[]): Promise<ReadonlyMap<string, Language>> => {
      if (msisdns.length === 0) return new Map();
      const rows = await db
        .select({ msisdn: subscribers.msisdn, language: subscribers.language })
        .from(subscribers)
        .where(
          and(sql`${subscribers.msisdn} in ${among(msisdns)}`, isNotNull(subscribers.language)),
        );
      return new Map(
        rows.flatMap(({ msisdn, language }) => (language ? [[msisdn, language] as const] : [])),
      );
    },

    markTrialUsed: async (id: number, at: Date): Promise<void> => {
      await db.update(subscribers).set({ trialUsedAt: at }).where(eq(subscribers.id, id));
    },

    markBlocked: async (id: number, at: Date): Promise<void> => {
      await db.update(subscribers).set({ blockedAt: at }).where(eq(subscribers.id, id));
    },

    /** Removes the block of STOP ALL from a locked subscriber. */
    unblock: async (id: number): Promise<void> => {
      await db.update(subscribers).set({ blockedAt: null }).where(eq(subscribers.id, id));
    },

    /** Which of these numbers are blocked (STOP ALL). */
    blockedAmong: async (msisdns: readonly string[]): Promise<ReadonlySet<string>> => {
      if (msisdns.length === 0) return new Set();
      const rows = await db
        .select({ msisdn: subscribers.msisdn })
        .from(subscribers)
        .where(
          and(sql`${subscribers.msisdn} in ${among(msisdns)}`, isNotNull(subscribers.blockedAt)),
        );
      return new Set(rows.map(({ msisdn }) => msisdn));
    },

    /** The numbers of these subscribers; removed subscribers have none. */
    numbersOf: async (ids: readonly number[]): Promise<Map<number, Msisdn>> => {
      if (ids.length === 0) return new Map();
      const rows = await db
        .select({ id: subscribers.id, msisdn: subscribers.msisdn })
        .from(subscribers)
        .where(
          and(sql`${subscribers.id} = ${anyOf(ids, 'bigint')}`, isNull(subscribers.forgottenAt)),
        );
      return new Map(rows.map(({ id, msisdn }) => [id, msisdn as Msisdn]));
    },
  };
}

export type NumberRepository = ReturnType<typeof createNumberRepository>;

function selectRecords(db: Database, lastAtOf: (msisdn: Placeholder) => SQL<Date | null>) {
  const msisdn = sql.placeholder('msisdn');
  const { trialUsedAt, blockedAt, at } = forgottenNumbers;
  return (
    db
      // `at` first: drizzle takes the whole record for missing where its first column is null.
      .select({
        subscriber: subscribers,
        forgotten: { at, trialUsedAt, blockedAt },
        lastAt: lastAtOf(msisdn),
      })
      .from(sql`(select 1) as asked`)
      .leftJoin(subscribers, eq(subscribers.msisdn, msisdn))
      .leftJoin(forgottenNumbers, eq(forgottenNumbers.mark, sql.placeholder('mark')))
      .prepare('number_records')
  );
}
