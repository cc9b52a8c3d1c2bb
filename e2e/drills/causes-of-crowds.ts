// Causes of many people at once: at a slow carrier, at pages, and at limits that cannot be shared.
import { again, type Cause, type Stage } from './causes.ts';
import { subscribePerson } from './person.ts';
import { SECOND_RANGE } from './two-carriers.ts';

/** So many press Accept, one after the other. */
const QUEUES = 3;
const PRESS_EVERY_MS = 400;
/** More pages than are rendered and may wait at one time. */
const READERS = 200;
const READ_EVERY_MS = 2000;
const REQUEST_EVERY_MS = 250;

const siteOf = ({ fleet }: Stage): string => `http://127.0.0.1:${fleet.of('pages')[0]?.site}`;

let connections = 0;
/** The proxy's word about a person: each one has a connection of their own. */
function fromHome(): Record<string, string> {
  const person = connections++;
  return { 'x-forwarded-for': `10.1.${Math.floor(person / 250)}.${person % 250}` };
}

/** People whose free day is used up press Accept at a carrier that takes a payment a second. */
const atSlowCarrier: Cause = {
  alert: 'BonisaPeopleRefused',
  begin: async (stage) => {
    const { db, fleet } = stage;
    await db.query(
      `insert into subscribers (msisdn, trial_used_at, grace_from, created_at)
       select $1 || lpad(n::text, 3, '0'), now(), now(), now() from generate_series(0, 799) n`,
      [SECOND_RANGE],
    );
    let people = 0;
    const press = async (): Promise<void> => {
      const msisdn = `${SECOND_RANGE}${String(people++).padStart(3, '0')}`;
      const way = { url: siteOf(stage), carrier: fleet.carrier, headers: fromHome() };
      await subscribePerson(way, msisdn).catch((error: Error) => {
        if (!error.message.includes('"outcome":"carrier_unavailable"')) throw error;
      });
    };
    const queues = Array.from({ length: QUEUES }, () => again(press, PRESS_EVERY_MS));
    return () => Promise.all(queues.map((end) => end()));
  },
};

/** Everybody searches for something else, and all at the same time. */
const manySearches: Cause = {
  alert: 'BonisaPagesRefused',
  begin: async (stage) => {
    let words = 0;
    const read = async (): Promise<void> => {
      const answer = await fetch(`${siteOf(stage)}/search?q=word${words++}`, {
        headers: fromHome(),
      });
      await answer.arrayBuffer();
      if (answer.status !== 200 && answer.status !== 503)
        throw new Error(`a search: ${answer.status}`);
    };
    return again(() => Promise.all(Array.from({ length: READERS }, read)), READ_EVERY_MS);
  },
};

/**
 * Somebody holds the table of shared counts for long, and everything else of the database answers.
 * Many people of one network look around: a network of few requests is not shared.
 */
const countsLocked: Cause = {
  alert: 'BonisaLimitsNotShared',
  begin: async (stage) => {
    const client = await stage.db.connect();
    await client.query('begin');
    await client.query('lock table network_counts in access exclusive mode');
    const ofOffice = fromHome();
    const people = again(async () => {
      const answer = await fetch(`${siteOf(stage)}/api/csrf-token`, { headers: ofOffice });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`a visitor: ${answer.status}`);
    }, REQUEST_EVERY_MS);
    return async () => {
      await people();
      await client.query('rollback');
      client.release();
    };
  },
};

export const CAUSES_OF_CROWDS: readonly Cause[] = [atSlowCarrier, manySearches, countsLocked];
