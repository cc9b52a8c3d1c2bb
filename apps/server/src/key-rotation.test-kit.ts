// The steps of a change of SECRET_KEY: a product with the keys of each, on one database.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, PASSWORD, type Person } from '@bonisa/backoffice/staff/staff.test-kit';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { type LoadedSecrets, loadSecrets, type Secrets } from '@bonisa/kit/secrets/secrets';
import { expect } from 'vitest';
import { createMediaSigning } from '../../../server/media/src/delivery/media.signing.ts';
import { createLiveTokens } from '../../../server/media/src/live/live-token.ts';
import { createKitTokens } from '../../../server/people/src/fraud/kit-token.ts';
import {
  createTestProduct,
  ENRICHMENT_SECRET,
  freshNumber,
  INBOUND_TOKEN,
  type TestProduct,
  toAccept,
  type Visitor,
} from './app.test-kit.ts';
import { readConfig } from './config.ts';

const [OLD, NEW] = ['old', 'new'].map((word) => word.repeat(13));
/** The key alone; a second one added; the two exchanged; the first one dropped. */
const STEPS = [
  { SECRET_KEY: OLD },
  { SECRET_KEY: OLD, SECRET_KEY_FALLBACKS: NEW },
  { SECRET_KEY: NEW, SECRET_KEY_FALLBACKS: OLD },
  { SECRET_KEY: NEW },
];

export interface Running {
  readonly product: TestProduct;
  readonly secrets: Secrets;
}

const variablesOf = (step: number, folder: string) =>
  ({ LIMITS: 'off', DATA_DIR: folder, ...STEPS[step] }) as Record<string, string>;

/** The secrets of a process of a step. */
export async function secretsOf(step: number, folder: string): Promise<LoadedSecrets & Secrets> {
  const given = { ENRICHMENT_SECRET, CARRIER_INBOUND_TOKEN: INBOUND_TOKEN };
  const loaded = await loadSecrets(readConfig({ ...variablesOf(step, folder), ...given }));
  // The processes of a database have it in common.
  return { ...loaded, lastingKey: (purpose) => createHash('sha256').update(purpose).digest() };
}

/** A product for each step, with one database, one time and one carrier. */
export async function createSteps() {
  const folder = mkdtempSync(join(tmpdir(), 'bonisa-rotation-'));
  const open = await createTestDatabase();
  const steps: Running[] = [];
  for (const step of STEPS.keys()) {
    const variables = variablesOf(step, folder);
    const secrets = await secretsOf(step, folder);
    const first = steps[0]?.product;
    const world = first ? { clock: first.clock, carrier: first.carrier, secrets } : { secrets };
    steps.push({ product: await createTestProduct(variables, open, world), secrets });
  }
  return {
    ofStep: (step: number): Running => {
      const found = steps[step];
      if (!found) throw new Error(`there is no step ${step}`);
      return found;
    },
    close: async () => {
      for (const { product } of steps) await product.close();
      await open.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The same browser, at another process. */
export function movedTo({ product }: Running, { cookies }: Visitor): Visitor {
  const moved = product.visitor();
  for (const [name, value] of cookies) moved.cookies.set(name, value);
  return moved;
}

/** A number whose free day is used up, so that it is charged at Accept. */
export async function chargedNumber({ product }: Running): Promise<string> {
  const msisdn = freshNumber();
  const visitor = product.visitor();
  await visitor.call('subscribe', await toAccept(product, visitor, msisdn));
  await visitor.call('unsubscribe', {});
  product.clock.by(601);
  return msisdn;
}

export async function subscriber({
  product,
}: Running): Promise<{ visitor: Visitor; msisdn: string }> {
  const visitor = product.visitor();
  const msisdn = freshNumber();
  const { body } = await visitor.call('subscribe', await toAccept(product, visitor, msisdn));
  expect(body.status).toBe('success');
  return { visitor, msisdn };
}

export const isSignedIn = async (visitor: Visitor) => (await visitor.call('viewer')).body.signed_in;
export const chargesOf = ({ product }: Running, msisdn: string) =>
  product.carrier.calls('charge').filter((input) => (input as { msisdn: string }).msisdn === msisdn)
    .length;

export async function beginSignIn({ product }: Running, { account }: Person): Promise<string> {
  const body = { email: account.email, password: PASSWORD };
  return (await ask(await product.studio(), '/studio/api/sign-in', { body })).body.challenge;
}

/** A subscriber who has paid for a month. */
export async function paid(running: Running): Promise<{ visitor: Visitor; msisdn: string }> {
  const msisdn = await chargedNumber(running);
  const visitor = running.product.visitor();
  const body = await toAccept(running.product, visitor, msisdn, { key: 'demo-monthly' });
  expect((await visitor.call('subscribe', body)).body.status).toBe('success');
  return { visitor, msisdn };
}

/** Whether what one process signs counts at the other, of what has no call of its own. */
export function tokensOf(a: Running, b: Running): boolean[] {
  const now = a.product.clock.now();
  const until = new Date(now.getTime() + 60_000);
  const [media, live] = [
    createMediaSigning(a.secrets.key('media')),
    createLiveTokens(a.secrets.key('media'), 'media.live'),
  ];
  const [mediaThere, liveThere] = [
    createMediaSigning(b.secrets.key('media')),
    createLiveTokens(b.secrets.key('media'), 'media.live'),
  ];
  const grant = { assetId: 'asset', viewer: 'viewer', session: 'session', until };
  const liveGrant = { channelId: 1, viewer: 'viewer', session: 'session', until };
  const kitOf = { transactionId: 't', visitorId: 'v', userAgent: 'u' };
  const kit = createKitTokens(a.secrets.key('fraud')).issue('guard', 'kit', kitOf as never, now);
  const read = createKitTokens(b.secrets.key('fraud')).read('guard', kit, kitOf as never, now);
  const sink = a.product.app.carriers.sinks.sinkFor('charge');
  return [
    mediaThere.readPlaylistToken(media.playlistToken(grant), now).ok,
    mediaThere.checkSegmentKey(media.segmentKey('asset', now), 'asset', now).ok,
    liveThere.read(live.issue(liveGrant)) !== undefined,
    b.product.app.carriers.sinks.chargeOf(sink.token) === 'charge',
    read.reasons.length === 0,
  ];
}
