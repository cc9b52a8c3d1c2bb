// Many processes as one service: pages, calls and jobs on PostgreSQL, behind nginx, with the
// simulated carrier in a process of its own.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import {
  ASSET,
  createTestCatalogue,
  fillWithShowAndLive,
  mediaReady,
} from '@bonisa/content/catalogue.test-kit';
import { migrate, type OpenDatabase, openPostgres } from '@bonisa/kit/database/database';
import { namedOn } from '@bonisa/kit/database/database-server.test-kit';
import type { FileStore } from '@bonisa/kit/files/file-store';
import { createFolderStore } from '@bonisa/kit/files/folder-store';
import { startNginx } from '@bonisa/media/delivery/nginx.test-kit';
import { readyAsset, testRendition } from '@bonisa/media/ready-asset.test-kit';
import pg from 'pg';
import { freePort } from '../../scripts/free-ports.ts';
import { mediaAssets } from '../../server/media/src/media.tables.ts';
import {
  answers,
  freshFolder,
  type Process,
  startProcess,
  waitUntil,
} from '../product/process.test-kit.ts';
import { type Cluster, startCluster, startReplica } from './cluster.ts';
import { startForwarder } from './forwarder.ts';
import type { ObjectStore } from './object-store.ts';
import { startPooler } from './pgbouncer.ts';

const SIMULATOR = join(import.meta.dirname, '../../apps/carrier-sim/src/main.ts');
/** The media of the videos: so many segments of two seconds, each with so many bytes. */
export interface FleetMedia {
  readonly segments: number;
  readonly segmentBytes: number;
}
const SHORT_CLIP: FleetMedia = { segments: 1, segmentBytes: 40_000 };
const SEGMENT_SECONDS = 2;
const secret = () => randomBytes(32).toString('base64url');

export type Role = 'pages' | 'api' | 'jobs';

/** One process of the service. */
export interface Member {
  readonly role: Role;
  readonly site: number;
  readonly ops: number;
  process: Process;
  readonly studio: number;
  /**
   * Starts it again after its end, with the same variables and `more`; `program` is that of another
   * version.
   */
  again(more?: Record<string, string>, program?: string): Promise<void>;
}

export type Fleet = Awaited<ReturnType<typeof startFleet>>;

/** The servers of the database. */
interface Layout {
  /** Whether there is a streaming replica, to be promoted. */
  readonly replica?: boolean;
  /** The processes reach the primary by an address that can be moved. */
  readonly moves?: boolean;
  /** PgBouncer in transaction mode, with so many connections to the server. */
  readonly pooler?: number;
  /** Files are in an S3 store, which can be away, slow or full. */
  readonly store?: ObjectStore;
  /** A server that runs already; the fleet removes it. */
  readonly cluster?: Cluster;
  /** The DATA_DIR of the process at this place in the list of roles. */
  readonly dataDirs?: Readonly<Record<number, string>>;
  /** The program of the processes, where it is that of another version. */
  readonly program?: string;
}

/** Starts a service of `roles`; `more` are further variables of every process. */
export async function startFleet(
  roles: readonly Role[],
  more: Record<string, string> = {},
  media = SHORT_CLIP,
  layout: Layout = {},
) {
  const { folder, remove } = freshFolder();
  const cluster = layout.cluster ?? (await startCluster());
  const files = join(folder, 'files');
  const members: Member[] = [];
  const others: { stop(): Promise<void> }[] = [];
  const close = async (): Promise<void> => {
    for (const { process } of members) process.child.kill('SIGTERM');
    await Promise.all(members.map(({ process }) => process.ended));
    for (const other of others.reverse()) await other.stop();
    await cluster.remove();
    remove();
  };
  try {
    const stored = layout.store?.files ?? createFolderStore(files);
    const seed = await seeded(cluster, stored, media);
    const replica = layout.replica ? await startReplica(cluster) : undefined;
    if (replica) others.push({ stop: replica.remove });
    const forwarder = layout.moves ? await startForwarder(cluster.port) : undefined;
    if (forwarder) others.push({ stop: forwarder.close });
    const pooler = layout.pooler ? await startPooler(cluster.port, layout.pooler) : undefined;
    if (pooler) others.push({ stop: pooler.remove });
    const port = forwarder?.port ?? pooler?.port ?? cluster.port;
    const database = seed.replace(`:${cluster.port}/`, `:${port}/`);
    const direct: Record<string, string> = pooler
      ? { DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: seed }
      : {};
    const front = await freePort();
    const url = `http://127.0.0.1:${front}`;
    const carrier = await startCarrier(folder, url);
    others.push(carrier);
    if (layout.store) others.push(layout.store);
    const kept = layout.store?.variables ?? {};
    const own = { DATABASE_URL: database, ...direct, ...kept, PUBLIC_URL: url };
    const variables = { ...carrier.variables, ...own, ...more };
    const dataDirOf = (index: number): string =>
      layout.dataDirs?.[index] ?? join(folder, `process-${index}`);
    const started = await Promise.allSettled(
      roles.map((role, index) => startMember(role, dataDirOf(index), variables, layout.program)),
    );
    members.push(...started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
    for (const one of started) if (one.status === 'rejected') throw one.reason;
    const of = (role: Role): readonly Member[] => members.filter((one) => one.role === role);
    const portsOf = (role: Role): number[] => of(role).map(({ site }) => site);
    const nginx = await startNginx({
      port: front,
      sites: portsOf('pages'),
      calls: portsOf('api'),
      folder: files,
    });
    others.push(nginx);
    return {
      url,
      /** The folder of the file store. */
      files,
      cluster,
      replica,
      forwarder,
      pooler,
      /** The address that the processes use, and that of the server itself. */
      database,
      server: seed,
      carrier,
      members,
      nginx,
      of,
      close,
      /** Stops something else with the service. */
      onClose: (stop: () => Promise<void>): void => void others.push({ stop }),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A database with a small catalogue, and the file of its videos. */
async function seeded(
  cluster: Cluster,
  store: FileStore,
  { segments, segmentBytes }: FleetMedia,
): Promise<string> {
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  await client.query('create database bonisa');
  await client.end();
  const url = namedOn(cluster.url, 'bonisa');
  const open = await openPostgres(url);
  await fillService(open, store, { segments, segmentBytes });
  await open.close();
  return url;
}

/** Migrates a database, and gives it a small catalogue and the media of its videos. */
async function fillService(
  open: OpenDatabase,
  store: FileStore,
  { segments, segmentBytes }: FleetMedia = SHORT_CLIP,
): Promise<void> {
  await migrate(open);
  const { catalogue, editing } = await createTestCatalogue(open);
  await fillWithShowAndLive(editing);
  const durationMs = segments * SEGMENT_SECONDS * 1000;
  const rendition = {
    ...testRendition(),
    bytes: segments * segmentBytes,
    segments: Array.from({ length: segments }, (_, place) => ({
      start: place * SEGMENT_SECONDS,
      duration: SEGMENT_SECONDS,
      bytes: segmentBytes,
    })),
  };
  await open.db
    .insert(mediaAssets)
    .values(readyAsset(new Date(), { durationMs, renditions: [rendition] }));
  await mediaReady(catalogue);
  await store.put(`media/${ASSET}/360p/init.mp4`, Buffer.from('init'));
  for (let place = 0; place < segments; place++)
    await store.put(`media/${ASSET}/360p/${place}.m4s`, randomBytes(segmentBytes));
}

async function startMember(
  role: Role,
  folder: string,
  variables: Record<string, string>,
  first?: string,
): Promise<Member> {
  const site = await freePort(3);
  const own = {
    ...variables,
    ROLE: role,
    PORT: String(site),
    OPS_PORT: String(site + 1),
    STUDIO_PORT: String(site + 2),
    DATA_DIR: folder,
  };
  const start = async (more?: Record<string, string>, program?: string): Promise<Process> => {
    const process = startProcess({ ...own, ...more }, program);
    try {
      await waitUntil(`${role} is ready`, process, () =>
        answers(`http://127.0.0.1:${site}/healthz/ready`),
      );
      return process;
    } catch (error) {
      process.child.kill('SIGKILL');
      throw error;
    }
  };
  const member: Member = {
    role,
    site,
    ops: site + 1,
    studio: site + 2,
    process: await start({}, first),
    again: async (more, program) => {
      member.process = await start(more, program);
    },
  };
  return member;
}

/** The simulated carrier, with the variables by which every process reaches it. */
async function startCarrier(folder: string, siteUrl: string) {
  const port = await freePort(2);
  const url = `http://127.0.0.1:${port}`;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = (key: typeof privateKey) =>
    JSON.stringify({ ...key.export({ format: 'jwk' }), kid: 'drill', alg: 'ES256' });
  const inboundToken = secret();
  const shared = { ENRICHMENT_SECRET: secret(), CARRIER_CLIENT_ID: 'drill' };
  const start = async (): Promise<Process> => {
    const process = startProcess(
      {
        ...shared,
        CARRIER_SIM_PORT: String(port),
        DATA_DIR: folder,
        SITE_URL: siteUrl,
        PUBLIC_URL: siteUrl,
        CARRIER_CLIENT_JWK: jwk(publicKey),
        INBOUND_URL: `${siteUrl}/carrier`,
        INBOUND_TOKEN: inboundToken,
        LOG_LEVEL: 'error',
      },
      SIMULATOR,
    );
    await waitUntil('the carrier answers', process, () => answers(`${url}/`));
    return process;
  };
  let running = await start();
  const stop = async (): Promise<void> => {
    running.child.kill('SIGTERM');
    await running.ended;
  };
  return {
    url,
    /** The simulator's process. */
    process: () => running,
    stop,
    again: async () => {
      running = await start();
    },
    variables: {
      ...shared,
      TRUST_PROXY: '127.0.0.1',
      FILE_STORE: `file://${join(folder, 'files')}`,
      SECRET_KEY: secret(),
      // As in production.
      FENCE: 'on',
      DEMO_CATALOGUE: 'off',
      FRAUD_MODE: 'off',
      LIMITS: 'off',
      CARRIER_URL: url,
      CARRIER_TOKEN_URL: `${url}/oauth2/token`,
      CARRIER_KEY: jwk(privateKey),
      CARRIER_INBOUND_TOKEN: inboundToken,
    } satisfies Record<string, string>,
  };
}
