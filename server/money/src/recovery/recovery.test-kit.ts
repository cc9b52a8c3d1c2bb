import type { ChargeInput } from '@bonisa/carriers/billing.port';
import {
  type OpenDatabase,
  openPostgres,
  PGLITE_EXTENSIONS,
  wrapPglite,
} from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import {
  createOnServer,
  dropOnServer,
  namedOn,
} from '@bonisa/kit/database/database-server.test-kit';
import { openTemplate } from '@bonisa/kit/database/embedded-template.test-kit';
import { createOperations } from '@bonisa/kit/http/operations-listener';
import type { Secrets } from '@bonisa/kit/secrets/secrets';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import { PGlite } from '@electric-sql/pglite';
import { type Subscribed, subscribe } from '../messaging/messages.test-kit.ts';

export const HOUR = 3600;
export const DAY = 86_400;

/** A backup that can be restored as a separate database. */
export interface Backup {
  open(): Promise<OpenDatabase>;
}

/** What a product has in common with another one, and the secrets that it is started with. */
type World = Partial<Pick<TestProduct, 'clock' | 'carrier'>> & { readonly secrets?: Secrets };

export type RunningProduct = Awaited<ReturnType<typeof running>>;

/** A product with its operator's listener. */
async function running(database: OpenDatabase, variables: Record<string, string>, world?: World) {
  const product = await createTestProduct({ LIMITS: 'off', ...variables }, database, world);
  const operations = await createOperations(product.app.operations);
  const ops = async (method: 'GET' | 'POST', url: string, body?: unknown) => {
    const payload =
      body === undefined
        ? {}
        : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const answer = await operations.inject({ method, url, ...payload });
    return {
      status: answer.statusCode,
      text: answer.body,
      body: answer.body.startsWith('{') ? (answer.json() as Record<string, unknown>) : {},
    };
  };
  return {
    ...product,
    ops,
    hold: async () => (await ops('GET', '/ops/hold')).body,
    release: (note = 'Looked at, all is there') => ops('POST', '/ops/hold/release', { note }),
    /** The facts of each subscription, by number. */
    standing: () =>
      product.rows(
        `select n.msisdn, s.status, s.paid_until, s.period, s.package_id, s.taken_cents from subscriptions s
         join subscribers n on n.id = s.subscriber_id order by n.msisdn`,
      ),
    /** Each charge with its entry in the ledger, by reference. */
    books: () =>
      product.rows(
        `select c.reference, c.period, c.state, c.amount, c.created_at, (select sum(amount)::int from ledger_lines l where l.cause_id = c.id and account = 'carrier_receivable') as posted,
           exists (select from paid_periods p where p.charge_id = c.id) as pays from charges c order by c.reference`,
      ),
    close: async () => {
      await operations.close();
      await product.close();
    },
  };
}

export type RestoreBench = Awaited<ReturnType<typeof createRestoreBench>>;

/** A product whose database can be backed up and restored while the carrier continues. */
export async function createRestoreBench(
  variables: Record<string, string> = {},
  secrets?: Secrets,
) {
  const keys = secrets ? { secrets } : {};
  const databases: OpenDatabase[] = [];
  const products: RunningProduct[] = [];
  const start = async (open: OpenDatabase, world?: World): Promise<RunningProduct> => {
    const product = await running(open, variables, world);
    databases.push(open);
    products.push(product);
    return product;
  };
  const first = await start(await openEmpty(), keys);

  return {
    first,
    carrier: first.carrier,
    clock: first.clock,
    subscribers: async (count: number, key?: string): Promise<Subscribed[]> => {
      const all: Subscribed[] = [];
      for (let index = 0; index < count; index++) all.push(await subscribe(first, key));
      return all;
    },
    /** All facts as they are now. */
    backup: (of: RunningProduct = first): Promise<Backup> => backupOf(of.open),
    /** A start on the backup, before anything is done; with other secrets, if they are given. */
    restore: async (backup: Backup, changed?: Secrets): Promise<RunningProduct> => {
      const { clock, carrier } = first;
      const world = { clock, carrier, ...keys, ...(changed ? { secrets: changed } : {}) };
      return await start(await backup.open(), world);
    },
    /** A start on an empty database. */
    startEmpty: async (): Promise<RunningProduct> =>
      await start(await openEmpty(), { clock: first.clock, carrier: first.carrier, ...keys }),
    /** The charges that the carrier was asked for so far. */
    asked: (): readonly ChargeInput[] => first.carrier.calls('charge') as ChargeInput[],
    close: async (): Promise<void> => {
      for (const product of products) await product.close();
      for (const open of databases) await open.close();
      for (const copy of copies.splice(0)) if (SERVER) await dropOnServer(SERVER, copy);
    },
  };
}

const SERVER = process.env.TEST_DATABASE_URL;
/** Databases on the server that contain backups. */
const copies: string[] = [];

/** Not a shared test database: a copy of it must be another database. */
async function openEmpty(): Promise<OpenDatabase> {
  if (SERVER) return await createTestDatabase();
  return wrapPglite(await openTemplate());
}

/** All rows of a database. */
export async function backupOf({ pglite, pool }: OpenDatabase): Promise<Backup> {
  if (pglite) {
    const dump = await pglite.dumpDataDir('none');
    return {
      open: async () =>
        wrapPglite(await PGlite.create({ loadDataDir: dump, extensions: PGLITE_EXTENSIONS })),
    };
  }
  if (!SERVER || !pool) throw new Error('neither a folder nor a server');
  // A copy as `create database … template` makes it: nobody else may be connected, and the first
  // product continues afterwards.
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  const copy = await copyRows(String(rows[0]?.name));
  return {
    open: async () => {
      const name = await createOnServer(SERVER, copy);
      const open = await openPostgres(namedOn(SERVER, name));
      const close = async (): Promise<void> => {
        await open.close();
        await dropOnServer(SERVER, name);
      };
      return { ...open, close };
    },
  };
}

/** A copy of a database in use, made with the server's own tools. Returns its name. */
async function copyRows(name: string): Promise<string> {
  const { execFileSync } = await import('node:child_process');
  if (!SERVER) throw new Error('no server');
  const copy = await createOnServer(SERVER, 'template0');
  copies.push(copy);
  const dump = execFileSync('pg_dump', ['--no-owner', '--format=plain', namedOn(SERVER, name)], {
    maxBuffer: 1 << 30,
  });
  execFileSync('psql', ['--quiet', '--set=ON_ERROR_STOP=1', namedOn(SERVER, copy)], {
    input: dump,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  return copy;
}
