// Decision 47: the command that leads through a change of SECRET_KEY.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestProduct, freshNumber, type TestProduct, toAccept } from '../app.test-kit.ts';
import { readConfig } from '../config.ts';
import { signInDevice } from '../identity/devices/devices.test-kit.ts';
import { writeLine } from '../platform/database/live-processes.ts';
import { checkFingerprints } from '../platform/secrets/secret-fingerprint.ts';
import { loadSecrets } from '../platform/secrets/secrets.ts';
import { createPerson } from '../staff/staff.test-kit.ts';
import { nextStep, rotationFacts } from './rotate-key.ts';

const [A, B] = ['a', 'b'].map((letter) => letter.repeat(40));
const ROUNDS = [
  { SECRET_KEY: A },
  { SECRET_KEY: A, SECRET_KEY_NEXT: B },
  { SECRET_KEY: B, SECRET_KEY_BEFORE: A, SECRET_KEY_PREVIOUS: A },
  { SECRET_KEY: B, SECRET_KEY_BEFORE: A },
];
const folder = mkdtempSync(join(tmpdir(), 'bonisa-rotate-key-'));
const logger = { warn: () => undefined };

let product: TestProduct;
beforeAll(async () => {
  const secrets = await secretsOf(0);
  product = await createTestProduct({ LIMITS: 'off' }, undefined, { secrets });
});
afterAll(async () => {
  await product.close();
  rmSync(folder, { recursive: true, force: true });
});

const configOf = (round: number) => readConfig({ ...ROUNDS[round], DATA_DIR: folder });
async function secretsOf(round: number) {
  return await loadSecrets(readConfig({ ...ROUNDS[round], DATA_DIR: folder, ...GIVEN }));
}
const GIVEN = {
  ENRICHMENT_SECRET: 'the-shared-secret-of-the-proxy',
  CARRIER_INBOUND_TOKEN: 'the-token-that-the-carrier-shows-us',
};

/** A process that runs with the variables of a round. */
async function runs(id: string, round: number): Promise<void> {
  const { fingerprints } = await secretsOf(round);
  const { current, next, previous } = fingerprints;
  const beside = [next, previous].filter((one) => one !== undefined);
  const process = { role: 'all', keys: [current, ...beside], alone: '' } as never;
  const now = product.clock.now();
  await checkFingerprints(product.open.db, {
    fingerprints,
    source: 'SECRET_KEY',
    now,
    logger,
    others: [],
  });
  await writeLine(product.open.db, { id, process, now });
}

async function step(round: number): Promise<{ waits: boolean; text: string }> {
  const { key, fingerprints } = await secretsOf(round);
  const now = product.clock.now();
  const facts = await rotationFacts(product.open.db, key, now);
  const { lines, waits } = nextStep(configOf(round), { facts, fingerprints, newKey: 'NEW', now });
  return { waits, text: lines.join('\n') };
}

describe('npm run rotate-key', () => {
  it('leads through the rounds, waits for every process, and prints no key but a new one', async () => {
    const visitor = product.visitor();
    await visitor.call('subscribe', await toAccept(product, visitor, freshNumber()));
    await signInDevice(product.site, visitor);
    await createPerson(product, ['editor']);
    product.clock.by(60);
    const texts: string[] = [];
    const said = async (round: number) => {
      const { waits, text } = await step(round);
      texts.push(text);
      return `${waits ? 'wait' : 'go'} ${text.split('\n')[0]}`;
    };
    for (const id of ['one', 'two']) await runs(id, 0);
    expect(await said(0)).toMatch(/^go No change of SECRET_KEY is under way/);
    expect(texts[0]).toContain('\nSECRET_KEY_NEXT=NEW\n');
    await runs('one', 1);
    expect(await said(1)).toMatch(/^wait Round 1 of 3 is not over: 1 process of 2 does not know/);
    await runs('two', 1);
    expect(await said(1)).toBe('go 2 processes of this database run. All know the new key.');
    await runs('one', 2);
    expect(await said(2)).toMatch(/^wait Round 2 of 3 is not over: 1 process of 2 still signs/);
    await runs('two', 2);
    expect(await said(2)).toBe('wait 2 processes of this database run. All sign with the new key.');
    expect(texts.at(-1)).toMatch(/1 device must be signed in again/);
    expect(texts.at(-1)).toMatch(/1 authenticator app must be set up again/);
    // The device and the app are used, and a day passes.
    await product.rows(
      `update sessions set refreshed_at = '${product.clock.now().toISOString()}' where device_client is not null`,
    );
    await product.rows('update staff_accounts set totp = null');
    product.clock.by(86_400);
    expect((await step(2)).text).toMatch(/a database restored from a backup holds its jobs/);
    product.clock.by(35 * 86_400);
    expect((await step(2)).text).toContain('Nothing depends on the earlier key any more');
    await runs('one', 3);
    expect(await said(3)).toMatch(/^go No change/);
    expect(texts.join('\n')).not.toMatch(/a{40}|b{40}/);
  });
});
