// Decision 47: the command that leads through a change of SECRET_KEY.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPerson } from '@bonisa/backoffice/staff/staff.test-kit';
import { writeLine } from '@bonisa/kit/database/live-processes';
import { joinKeys } from '@bonisa/kit/secrets/lasting-secret';
import { signInDevice } from '@bonisa/people/identity/devices/devices.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestProduct, freshNumber, type TestProduct, toAccept } from '../app.test-kit.ts';
import { secretsOf } from '../key-rotation.test-kit.ts';
import { nextStep, ringFacts } from './rotate-key.ts';

const folder = mkdtempSync(join(tmpdir(), 'bonisa-rotate-key-'));
const logger = { warn: () => undefined };

let product: TestProduct;
beforeAll(async () => {
  const secrets = await secretsOf(0, folder);
  product = await createTestProduct({ LIMITS: 'off' }, undefined, { secrets });
});
afterAll(async () => {
  await product.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A process that runs with the keys of a step. */
async function runs(id: string, step: number): Promise<void> {
  const secrets = await secretsOf(step, folder);
  const process = { role: 'all', keys: [...secrets.kids] as [string], alone: '' };
  const now = product.clock.now();
  await joinKeys(product.open.db, { secrets, now, logger, others: [] });
  await writeLine(product.open.db, { id, process, now });
}

const texts: string[] = [];

/** What the command says with the variables of a step, with words for the ids. */
async function said(step: number): Promise<string> {
  const { kids } = await secretsOf(step, folder);
  const idOf = async (one: number) => (await secretsOf(one, folder)).kids[0];
  const [old, fresh] = [await idOf(0), await idOf(3)];
  const now = product.clock.now();
  const facts = await ringFacts(product.open.db, now);
  const { lines, waits } = nextStep({ kids }, { facts, newKey: 'THE-NEW-KEY', now });
  texts.push(lines.join('\n'));
  const words = lines.join(' ').replaceAll(old, 'OLD').replaceAll(fresh, 'NEW');
  return `${waits ? 'wait' : 'go'} ${words}`;
}

describe('npm run rotate-key', () => {
  it('leads through a change, waits for every process, and prints no key but a new one', async () => {
    const visitor = product.visitor();
    await visitor.call('subscribe', await toAccept(product, visitor, freshNumber()));
    await signInDevice(product.site, visitor);
    await createPerson(product, ['editor']);
    product.clock.by(60);
    for (const id of ['one', 'two']) await runs(id, 0);
    expect(await said(0)).toMatch(/^go OLD \(SECRET_KEY\) signs\. To change it, .*SECRET_KEY_FALL/);
    expect(texts.at(-1)).toContain('\nSECRET_KEY_FALLBACKS=THE-NEW-KEY\n');
    // Made current too early.
    expect(await said(2)).toMatch(/^wait NEW \(SECRET_KEY\): 2 processes that run would refuse/);
    await runs('one', 1);
    expect(await said(1)).toMatch(/^wait .*NEW .*: 1 process of 2 does not know it yet\.$/);
    await runs('two', 1);
    expect(await said(1)).toMatch(/^go .* NEW .* known to all\. Exchange it with SECRET_KEY /);
    await runs('one', 2);
    expect(await said(2)).toMatch(/^wait .* OLD .*: 1 process still signs with it\.$/);
    await runs('two', 2);
    expect(await said(2)).toMatch(
      /^wait .*OLD .* is still needed.* until .* 1 device must be signed in .* 1 authenticator app /,
    );
    // The device and the app are used, and a day passes.
    await product.rows(
      `update sessions set refreshed_at = '${product.clock.now().toISOString()}' where device_client is not null`,
    );
    await product.rows('update staff_accounts set totp = null');
    product.clock.by(86_400);
    expect(await said(2)).toMatch(/needed.* a database restored from a backup holds its jobs/);
    product.clock.by(35 * 86_400);
    expect(await said(2)).toMatch(/^go NEW .* OLD .*: nothing needs it\. Remove it /);
    await runs('one', 3);
    expect(await said(3)).toMatch(/^go NEW \(SECRET_KEY\) signs\. To change it/);
    expect(texts.join('\n')).not.toMatch(/oldold|newnew/);
  });
});
