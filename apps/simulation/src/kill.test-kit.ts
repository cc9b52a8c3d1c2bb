import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createCamaraCarrier } from '@bonisa/carriers/camara.adapter';
import type { Carrier } from '@bonisa/carriers/carrier.port';
import { configuredCarriers } from '@bonisa/carriers/configured-carriers';
import { CONSENT_VERSION, consentWords } from '@bonisa/domain/consent/consent';
import { type Msisdn, parseMsisdn } from '@bonisa/domain/numbers/msisdn';
import { DAY_MS, PACKAGES, type Package } from '@bonisa/domain/packages/package-catalogue';
import { decide } from '@bonisa/domain/subscription/subscription-decide';
import { createMovableClock, type MovableClock } from '@bonisa/kit/clock/clock';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createLogger } from '@bonisa/kit/logger';
import { joinKeys } from '@bonisa/kit/secrets/lasting-secret';
import { loadSecrets } from '@bonisa/kit/secrets/secrets';
import { createBase } from '@bonisa/server/base';
import { readConfig } from '@bonisa/server/config';
import { v7 as uuid } from 'uuid';
import { freePort } from '../../../scripts/free-ports.ts';
import { startSimulatedCarrier } from '../../../server/carriers/src/simulated-carrier.process.ts';
import { type App, compose } from '../../server/src/compose.ts';
import { createCarrierRecords, type Payment } from './carrier-records.ts';
import { createInspectionRepository } from './inspection.repository.ts';
import { createPerson, createPopulation, type Population } from './person.ts';
import { createReadModel } from './read-model.ts';
import type { Scene } from './rules.ts';

const CLIENT = 'kill-run';
const MAIN = join(import.meta.dirname, '../../server/src/main.ts');
/** Shortens the start. */
const DRIZZLE_IMPORTS = join(import.meta.dirname, '../../../scripts/drizzle-imports.mjs');
/** More due than is done in the time of all kills: one always hits in the middle of it. */
const CALLS_PER_SECOND = '100';
/** After the kills nothing has to be left over. */
const RECOVERY_CALLS_PER_SECOND = '1000';

/** The simulated carrier as a process of its own, and what job processes need to reach it. */
export interface KillGround {
  readonly open: OpenDatabase;
  readonly carrier: Carrier;
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly stop: () => Promise<void>;
}

export async function createKillGround(open: OpenDatabase): Promise<KillGround> {
  const folder = await mkdtemp(join(tmpdir(), 'bonisa-kill-'));
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const port = await freePort(2);
  const apiUrl = `http://127.0.0.1:${port}`;
  const secret = 'a-secret-of-this-run-which-is-long-enough';
  const lost = Promise.withResolvers<void>();
  const simulator = await startSimulatedCarrier({
    env: {
      ENV_FILE: 'none',
      CARRIER_SIM_PORT: String(port),
      DATA_DIR: folder,
      SITE_URL: 'http://127.0.0.1:9',
      PUBLIC_URL: 'http://localhost:9',
      ENRICHMENT_SECRET: secret,
      CARRIER_CLIENT_ID: CLIENT,
      CARRIER_CLIENT_JWK: JSON.stringify(publicKey.export({ format: 'jwk' })),
      LOG_LEVEL: 'fatal',
    },
    onLost: (code) => lost.reject(new Error(`the simulated carrier has ended with ${code}`)),
  });
  lost.promise.catch(() => undefined);
  const privateJwk = privateKey.export({ format: 'jwk' }) as never;
  return {
    open,
    folder,
    carrier: createCamaraCarrier({
      apiUrl,
      tokenUrl: `${apiUrl}/oauth2/token`,
      clientId: CLIENT,
      privateJwk,
      now: () => new Date(),
    }),
    env: {
      ENV_FILE: 'none',
      ROLE: 'jobs',
      DATABASE_URL: String(open.pool?.options.connectionString),
      DEMO_CATALOGUE: 'off',
      CARRIER_URL: apiUrl,
      CARRIER_TOKEN_URL: `${apiUrl}/oauth2/token`,
      CARRIER_CLIENT_ID: CLIENT,
      CARRIER_KEY: JSON.stringify(privateJwk),
      CARRIER_INBOUND_TOKEN: secret,
      CARRIER_CALLS_PER_SECOND: CALLS_PER_SECOND,
      CARRIER_IN_FLIGHT: '400',
      SECRET_KEY: secret,
      FILE_STORE: pathToFileURL(join(folder, 'files')).href,
      LOG_LEVEL: 'error',
    },
    stop: async () => {
      await simulator.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The product on the same database and carrier, with a clock that is ahead. */
export async function createRecovery({
  open,
  carrier,
  env,
}: KillGround): Promise<{ app: App; clock: MovableClock }> {
  const config = readConfig({ ...env, CARRIER_CALLS_PER_SECOND: RECOVERY_CALLS_PER_SECOND });
  const clock = createMovableClock();
  const logger = createLogger('silent');
  const configured = await loadSecrets(config);
  const joining = { secrets: configured, others: [], now: clock.now(), logger };
  const secrets = { ...configured, lastingKey: await joinKeys(open.db, joining) };
  const app = compose({
    base: createBase({ config, secrets, open, clock, logger }),
    carrierTerms: configuredCarriers(config, secrets),
    connect: () => carrier,
  });
  return { app, clock };
}

/**
 * Subscriptions whose free day has just ended, each with the consent of its owner: all of them are
 * due.
 */
export async function subscribeMany(
  { subscription, config }: App,
  people: Population,
  many: number,
): Promise<void> {
  const began = new Date(Date.now() - DAY_MS - 60_000);
  const { brand } = config;
  for (let index = 0; index < many; index++) {
    const one = PACKAGES[index % PACKAGES.length] as Package;
    const msisdn = parseMsisdn(`2784${String(1_000_000 + index)}`) as Msisdn;
    const decision = decide(
      undefined,
      { type: 'start', packageId: one.id, price: one.price, trial: true },
      began,
    );
    if (!decision.ok) throw new Error(decision.refusal);
    await subscription.repository.db.transaction(async (tx) => {
      const within = subscription.repository.within(tx);
      const subscriber = await within.numbers.lockSubscriber(msisdn, began);
      const row = await within.begin({
        id: uuid(),
        subscriber,
        transactionId: `kill ${index}`,
        events: decision.events,
      });
      await within.numbers.markTrialUsed(subscriber.id, began);
      await within.consents.insert({
        id: uuid(),
        subscriptionId: row.id,
        msisdn,
        packageId: one.id,
        words: consentWords({
          service: brand.name,
          package: one,
          trial: true,
          supportNumber: brand.supportNumber,
        }),
        language: 'en',
        wordsVersion: CONSENT_VERSION,
        termsVersion: null,
        privacyVersion: null,
        price: one.price,
        priceVersionId: uuid(),
        servicePeriod: one.period,
        trial: true,
        proof: 'otp',
        proofCorrelator: null,
        verdict: { asked: false },
        contentBlockOverridden: false,
        address: '127.0.0.1',
        userAgent: 'kill run',
        transactionId: `kill ${index}`,
        at: began,
        retainUntil: null,
      });
    });
    const person = createPerson({ index, msisdn, owner: 0, means: 'steady', ownsFrom: 0 });
    person.agreements.push({
      from: began.getTime(),
      packageId: one.id,
      price: one.price,
      until: null,
    });
    person.subscribed = true;
    people.add(person);
  }
}

/** With the code cache of `npm test` a start takes 2.1 instead of 3.0 processor seconds. */
const { PATH, NODE_COMPILE_CACHE } = process.env;
const ALWAYS = { PATH, NODE_COMPILE_CACHE };

/** One job process: the product itself with ROLE=jobs. */
export async function startJobProcess(
  { env, folder }: KillGround,
  name: string,
): Promise<ChildProcess> {
  const port = await freePort(2);
  const child = spawn(process.execPath, ['--import', DRIZZLE_IMPORTS, MAIN], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ENV_FILE: 'none',
      ...ALWAYS,
      ...env,
      DATA_DIR: join(folder, name),
      PORT: String(port),
      OPS_PORT: String(port + 1),
    },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = once(child, 'close').then(([code]) => {
    throw new Error(`a job process ended with ${code}: ${said}`);
  });
  await Promise.race([ended, isAnswering(`http://127.0.0.1:${port}/healthz/live`)]);
  ended.catch(() => undefined);
  return child;
}

export async function killHard(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

async function isAnswering(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * What the rules look at: our books, the carrier's own list of everything, and what was agreed to.
 */
export async function sceneOf(
  { open, carrier }: KillGround,
  population: Population,
  { app, clock }: { app: App; clock: MovableClock },
): Promise<Scene> {
  const carrierRecords = createCarrierRecords();
  const now = clock.now();
  for await (const listed of carrier.listCharges({
    from: new Date(now.getTime() - 2 * DAY_MS),
    to: now,
  })) {
    if (listed.status === 'unreadable' || !listed.reference || !listed.msisdn)
      throw new Error('the simulated carrier lists what cannot be read');
    const {
      carrierPaymentId,
      reference,
      correlator = carrierPaymentId,
      msisdn,
      amountCents,
      paidAt,
      status,
      createdAt,
    } = listed;
    carrierRecords.addPayment({
      id: carrierPaymentId,
      input: {
        reference,
        correlator,
        msisdn,
        amountCents,
        vatCents: 0,
        description: '',
        serviceId: '',
        productId: '',
      },
      createdAt: createdAt.getTime(),
      status: status === 'succeeded' || status === 'denied' ? status : 'processing',
      reason: undefined,
      takenAt: paidAt?.getTime() ?? null,
      visibleFrom: 0,
    });
  }
  const paid = carrierRecords.payments.filter(({ status }) => status === 'succeeded');
  return {
    readModel: await createReadModel(createInspectionRepository(open.db), () => undefined).read(0),
    carrierRecords,
    told: new Map(),
    population,
    codesTo: new Map(),
    wrongCodes: [],
    guessedAt: [],
    at: now.getTime(),
    from: 0,
    isLast: true,
    leftAlone: false,
    retrySchedule: app.config.retrySchedule,
    taken: new Map(paid.map((payment) => [payment.input.reference, payment])),
    takenFrom: Map.groupBy(paid, ({ input }: Payment) => input.msisdn),
  };
}

export { createPopulation };
