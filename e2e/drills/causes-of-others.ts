// Causes outside the service: a partner, a proxy, a carrier, an operator at the database.

import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBrowser } from '../product/process.test-kit.ts';
import {
  again,
  type Cause,
  carrierFails,
  type End,
  endFreeDayOf,
  kill,
  type Stage,
} from './causes.ts';
import { subscribePerson } from './person.ts';

const REQUEST_EVERY_MS = 250;
/** So many at a time use up the hour's codes in a minute. */
const STRANGERS = 5;

/** Endpoints of partners that all answer so, and get every event of subscriptions. */
async function endpointsOf({ db }: Stage, status: number, count = 1): Promise<End> {
  const server = createServer((_, response) => response.writeHead(status).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
  const { rows } = await db.query<{ id: string }>(
    `insert into webhook_endpoints
       (id, url, description, recorded_types, secrets, state, created_at)
     select gen_random_uuid(), $1, 'Partner', array(select distinct type from subscription_events),
       $2, 'active', now() from generate_series(1, $3) returning id`,
    [`http://127.0.0.1:${port}/`, JSON.stringify([{ secret, until: null }]), count],
  );
  const ids = rows.map(({ id }) => id);
  return async (): Promise<void> => {
    await db.query('delete from webhook_deliveries where endpoint_id = any($1)', [ids]);
    await db.query("update webhook_endpoints set state = 'removed' where id = any($1)", [ids]);
    server.closeAllConnections();
    server.close();
  };
}

/** The partner's endpoint says that it wants no more. */
const disabled: Cause = {
  alert: 'BonisaWebhookDisabled',
  begin: async (stage) => {
    await subscribePerson(stage.fleet, stage.number());
    const end = await endpointsOf(stage, 410);
    await subscribePerson(stage.fleet, stage.number());
    return end;
  },
};

/** The endpoints of many partners are broken, and people go on subscribing. */
const waiting: Cause = {
  alert: 'BonisaWebhooksWaiting',
  begin: async (stage) => {
    const removed = await endpointsOf(stage, 500, 200);
    const people = again(() => subscribePerson(stage.fleet, stage.number()), REQUEST_EVERY_MS);
    return async () => {
      await people();
      await removed();
    };
  },
};

/** Somebody put a proxy in front of the service that `TRUST_PROXY` does not name. */
const untrusted: Cause = {
  alert: 'BonisaProxyNotTrusted',
  begin: async ({ fleet }) => {
    const port = fleet.of('pages')[0]?.site;
    const headers = { 'x-forwarded-for': '192.0.2.1' };
    const from = { host: '127.0.0.1', port, localAddress: '127.0.0.2', path: '/', headers };
    const ask = () =>
      new Promise((resolve, reject) => {
        request(from, (answer) => answer.resume().on('end', resolve))
          .on('error', reject)
          .end();
      });
    return again(ask, REQUEST_EVERY_MS);
  },
};

/** Somebody holds a table for long, as a change of it does: its figures cannot be read. */
const unread: Cause = {
  alert: 'BonisaFiguresUnread',
  begin: async ({ db }) => {
    const client = await db.connect();
    await client.query('begin');
    await client.query('lock table webhook_endpoints in access exclusive mode');
    return async () => {
      await client.query('rollback');
      client.release();
    };
  },
};

/** Partitions of coming months are gone, and the job that makes them has not run since. */
const withoutPartitions: Cause = {
  alert: 'BonisaPartitionsMissing',
  by: 'shortest',
  begin: async ({ db }) => {
    const { rows } = await db.query<{ name: string }>(
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'playback_log'::regclass
          and pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT'`,
    );
    for (const { name } of rows) await db.query(`drop table ${name}`);
    return () =>
      db.query("update scheduled_jobs set next_run_at = now() where name = 'monthly partitions'");
  },
};

/** The carrier knows our key no more. */
const keyRefused: Cause = {
  alert: 'BonisaCarrierKeyRefused',
  begin: async (stage) => {
    const works = await carrierFails(stage, 'token', 'refuse');
    const [jobs] = stage.fleet.of('jobs');
    if (!jobs) throw new Error('no process with jobs');
    // A key is tried at each start, and seldom while it is accepted.
    await kill(jobs);
    await jobs.again();
    return works;
  },
};

/** Strangers ask for codes of many numbers, until nobody gets any. */
const askForCodes = async (stage: Stage): Promise<End> =>
  again(async () => {
    const numbers = Array.from({ length: STRANGERS }, stage.number);
    await Promise.all(numbers.map((number) => askForCode(stage, number)));
  }, REQUEST_EVERY_MS);

async function askForCode({ fleet }: Stage, msisdn: string) {
  const browser = createBrowser(fleet.url);
  const about = { transaction_id: `code-${msisdn}`, msisdn, service_key: 'demo-daily' };
  await browser.call('POST', '/api/auth/status_check', about);
  return { browser, about };
}

const pumped: Cause = { alert: 'BonisaCodesPumped', begin: askForCodes, lasts: true };
const refused: Cause = { alert: 'BonisaCodesRefused', begin: askForCodes };

/** Somebody tries codes of many numbers. */
const guessed: Cause = {
  alert: 'BonisaCodesGuessed',
  lasts: true,
  begin: async (stage) =>
    again(async () => {
      const { browser, about } = await askForCode(stage, stage.number());
      for (const otp of ['0001', '0002', '0003'])
        await browser.subscribe({ ...about, otp, to_cancel: 'no' });
    }, REQUEST_EVERY_MS),
};

/** The carrier takes no messages of ours. */
const messagesFail: Cause = {
  alert: 'BonisaMessagesFail',
  lasts: true,
  begin: async (stage) => {
    const takes = await carrierFails(stage, 'send-message', 'refuse');
    const people = again(() => subscribePerson(stage.fleet, stage.number()), 10 * REQUEST_EVERY_MS);
    return async () => {
      await people();
      await takes();
    };
  },
};

/** The carrier refuses our charges for a reason that concerns nobody's number. */
const misconfigured: Cause = {
  alert: 'BonisaCarrierMisconfigured',
  begin: async (stage) => {
    const { msisdn } = await subscribePerson(stage.fleet, stage.number());
    const takes = await carrierFails(stage, 'look-up', 'refuse', { code: 'PERMISSION_DENIED' });
    const late = await carrierFails(stage, 'charge', 'lost-notification', { times: 1 });
    await endFreeDayOf(stage, msisdn);
    return async () => {
      await takes();
      await late();
      await stage.db.query('update carrier_stops set probe_at = now()');
      await stage.db.query('update charges set lookup_at = now() where lookup_at > now()');
    };
  },
};

/** The carrier is away, and people press all the same. */
const withoutCarrier = async (stage: Stage): Promise<End> => {
  await stage.fleet.carrier.stop();
  const people = again(() => askForCode(stage, stage.number()), REQUEST_EVERY_MS);
  return async () => {
    await people();
    await stage.fleet.carrier.again();
  };
};
const errors: Cause = { alert: 'BonisaErrors', begin: withoutCarrier };

/** The carrier is away, and charges are due all the time. */
const paused: Cause = {
  alert: 'BonisaCarrierPaused',
  lasts: true,
  begin: async (stage) => {
    for (let people = 0; people < 20; people++) await subscribePerson(stage.fleet, stage.number());
    await stage.fleet.carrier.stop();
    const due = again(
      () =>
        stage.db.query(
          `update subscriptions set paid_until = now(), next_try_at = null, due_at = now()
            where charging_package_id is null and status in ('trial', 'grace') and due_at > now()`,
        ),
      4 * REQUEST_EVERY_MS,
    );
    return async () => {
      await due();
      await stage.fleet.carrier.again();
    };
  },
};

/** The only process with jobs is gone; what it had to do is made old, for hours have passed. */
const withoutJobs = async ({ fleet, db }: Stage, old: string): Promise<End> => {
  const [jobs] = fleet.of('jobs');
  if (!jobs) throw new Error('no process with jobs');
  await kill(jobs);
  await db.query(old);
  return () => jobs.again();
};
const late: Cause = {
  alert: 'BonisaRenewalsLate',
  begin: async (stage) => {
    await subscribePerson(stage.fleet, stage.number());
    return await withoutJobs(
      stage,
      `update subscriptions
        set paid_until = now() - interval '2 hours', due_at = now() - interval '2 hours'
        where charging_package_id is null and next_try_at is null and status = 'trial'`,
    );
  },
};
const behind: Cause = {
  alert: 'BonisaReportsBehind',
  begin: (stage) =>
    withoutJobs(stage, "update report_runs set counted_until = counted_until - interval '2 hours'"),
};

/** Every process is gone. */
const noProcess: Cause = {
  alert: 'BonisaNoProcess',
  begin: async ({ fleet }) => {
    await Promise.all(fleet.members.map(kill));
    return () => Promise.all(fleet.members.map((member) => member.again()));
  },
};

/** Something between the processes and the server cuts their connections again and again. */
const cut = async ({ db }: Stage): Promise<End> =>
  again(
    () =>
      db.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()
            and backend_type = 'client backend'`,
      ),
    2000,
  );
const connectionsLost: Cause = { alert: 'BonisaDatabaseConnectionsLost', begin: cut };

/** The connection that listens for changes is cut whenever it comes back. */
const notices: Cause = {
  alert: 'BonisaChangeNoticesLost',
  begin: async ({ db }) =>
    again(
      () =>
        db.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where application_name = 'bonisa changes'`,
        ),
      REQUEST_EVERY_MS,
    ),
};

export const CAUSES_OF_OTHERS: readonly Cause[] = [
  disabled,
  untrusted,
  withoutPartitions,
  messagesFail,
];
/** Each of these would disturb the others. */
export const CAUSES_ALONE: readonly Cause[] = [
  unread,
  misconfigured,
  errors,
  paused,
  waiting,
  notices,
  connectionsLost,
  keyRefused,
  late,
  behind,
  noProcess,
  pumped,
  guessed,
  refused,
];
