import type { Database } from './database.ts';
import { kindOf, type NumberRanges } from './numbers.ts';

/** The airtime of an unknown number: R50.00. */
const FIRST_AIRTIME_CENTS = 5_000;
const FIRST_AGE = 34;

/** A number as the carrier knows it. */
export interface Handset {
  msisdn: string;
  airtimeCents: number;
  /** The owner blocks content services; only the content lock shows it. */
  contentBlocked: boolean;
  /** The spending limit of a calendar month, in cents. */
  spendLimitCents: number | null;
  /** false: the number belongs to another network, simulated or not. */
  onNetwork: boolean;
  /** It receives no short messages: the owner or the carrier has barred them. */
  smsBarred: boolean;
  /** The line of a machine (a meter, a car): services for people do not apply to it. */
  machineLine: boolean;
  /** The carrier takes no payment from this number. */
  billingBlocked: boolean;
  /** A prepared payment requires a code from this handset. */
  paymentValidation: boolean;
  /** The owner's age in years; null: unknown to the carrier. */
  age: number | null;
  /**
   * When the number went to its present owner, if it had another one before. Events of that very
   * instant belong to the former owner.
   */
  recycledAt: Date | null;
}

export type HandsetChange = Partial<Omit<Handset, 'msisdn' | 'recycledAt'>>;

export interface HandsetsRepository {
  /** The handset. An unknown number is a new handset, which is stored at its first change. */
  find(msisdn: string): Handset;
  change(msisdn: string, change: HandsetChange): Handset;
  /**
   * Takes airtime if there is enough.
   * @returns whether it was taken.
   */
  takeAirtime(msisdn: string, cents: number): boolean;
  giveAirtime(msisdn: string, cents: number): void;
  /** Returns what was taken at `takenAt`; nothing after the number went to another subscriber. */
  giveBack(taken: { msisdn: string; takenAt: Date }, cents: number): void;
  /** Gives the number to another subscriber: a new line without the former owner's messages. */
  recycle(msisdn: string, at: Date): Handset;
}

interface Row {
  msisdn: string;
  airtime_cents: number;
  content_blocked: number;
  spend_limit_cents: number | null;
  on_network: number;
  billing_blocked: number;
  payment_validation: number;
  age: number | null;
  recycled_at: number | null;
  sms_barred: number;
  machine_line: number;
}

/**
 * @param ranges the network's own numbers, where no decision is stored.
 * @param isOurs whether this simulated carrier serves the number; porting changes it.
 */
export function createHandsetsRepository(
  database: Database,
  { ranges, isOurs }: { ranges: NumberRanges; isOurs: (msisdn: string) => boolean },
): HandsetsRepository {
  const select = database.prepare<Row>('select * from handsets where msisdn = ?');
  const insert = database.prepare(
    `insert into handsets (msisdn, airtime_cents, on_network) values (?, ${FIRST_AIRTIME_CENTS}, ?) on conflict do nothing`,
  );
  const update = database.prepare(
    `update handsets set airtime_cents = ?, content_blocked = ?, spend_limit_cents = ?, on_network = ?, billing_blocked = ?,
      payment_validation = ?, age = ?, sms_barred = ?, machine_line = ? where msisdn = ?`,
  );
  const take = database.prepare(
    'update handsets set airtime_cents = airtime_cents - ?2 where msisdn = ?1 and airtime_cents >= ?2',
  );
  const give = database.prepare(
    'update handsets set airtime_cents = airtime_cents + ?2 where msisdn = ?1',
  );
  const giveBack = database.prepare(
    'update handsets set airtime_cents = airtime_cents + ?2 where msisdn = ?1 and (recycled_at is null or recycled_at < ?3)',
  );
  const recycle = database.prepare(
    `update handsets set recycled_at = ?2,
      messages_after = (select coalesce(max(seq), 0) from messages where msisdn = ?1) where msisdn = ?1`,
  );

  /** The stored handset, whichever simulated carrier serves it at present. */
  function written(msisdn: string): Handset {
    const row = select.get(msisdn);
    return row ? handsetFrom(row) : newHandset(msisdn);
  }

  function served(handset: Handset): Handset {
    return { ...handset, onNetwork: handset.onNetwork && isOurs(handset.msisdn) };
  }

  function newHandset(msisdn: string): Handset {
    return { ...FRESH, msisdn, onNetwork: kindOf(msisdn, ranges) === 'mobile' };
  }

  function writeDown(msisdn: string): void {
    insert.run(msisdn, Number(newHandset(msisdn).onNetwork));
  }

  function change(msisdn: string, fields: HandsetChange): Handset {
    const handset = { ...written(msisdn), ...fields };
    writeDown(msisdn);
    update.run(
      handset.airtimeCents,
      Number(handset.contentBlocked),
      handset.spendLimitCents,
      Number(handset.onNetwork),
      Number(handset.billingBlocked),
      Number(handset.paymentValidation),
      handset.age,
      Number(handset.smsBarred),
      Number(handset.machineLine),
      msisdn,
    );
    return served(handset);
  }

  return {
    find: (msisdn) => served(written(msisdn)),
    change,
    takeAirtime(msisdn, cents) {
      writeDown(msisdn);
      return take.run(msisdn, cents) === 1;
    },
    giveAirtime(msisdn, cents) {
      writeDown(msisdn);
      give.run(msisdn, cents);
    },
    giveBack({ msisdn, takenAt }, cents) {
      writeDown(msisdn);
      giveBack.run(msisdn, cents, takenAt.getTime());
    },
    recycle(msisdn, at) {
      const handset = { ...change(msisdn, newHandset(msisdn)), recycledAt: at };
      recycle.run(msisdn, at.getTime());
      return handset;
    },
  };
}

/** The state of a number without changes. */
const FRESH: Omit<Handset, 'msisdn' | 'onNetwork'> = {
  airtimeCents: FIRST_AIRTIME_CENTS,
  contentBlocked: false,
  spendLimitCents: null,
  smsBarred: false,
  machineLine: false,
  billingBlocked: false,
  paymentValidation: false,
  age: FIRST_AGE,
  recycledAt: null,
};

function handsetFrom(row: Row): Handset {
  return {
    msisdn: row.msisdn,
    airtimeCents: row.airtime_cents,
    contentBlocked: row.content_blocked === 1,
    spendLimitCents: row.spend_limit_cents,
    onNetwork: row.on_network === 1,
    smsBarred: row.sms_barred === 1,
    machineLine: row.machine_line === 1,
    billingBlocked: row.billing_blocked === 1,
    paymentValidation: row.payment_validation === 1,
    age: row.age,
    recycledAt: row.recycled_at === null ? null : new Date(row.recycled_at),
  };
}
