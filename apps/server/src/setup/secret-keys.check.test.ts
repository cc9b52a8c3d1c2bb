// Decision 47: the check that leads through a change of SECRET_KEY.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPerson } from '@bonisa/backoffice/staff/staff.test-kit';
import { writeLine } from '@bonisa/kit/database/live-processes';
import { joinKeys } from '@bonisa/kit/secrets/lasting-secret';
import { signInDevice } from '@bonisa/people/identity/devices/devices.test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestProduct, freshNumber, type TestProduct, toAccept } from '../app.test-kit.ts';
import { secretsOf } from '../key-rotation.test-kit.ts';
import { secretKeyProblems } from './secret-keys.check.ts';

const folder = mkdtempSync(join(tmpdir(), 'bonisa-keys-'));
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

/** What the check says with the variables of a step, with words for the ids. */
async function said(step: number): Promise<string> {
  const ring = await secretsOf(step, folder);
  const idOf = async (one: number) => (await secretsOf(one, folder)).kids[0];
  const [old, fresh] = [await idOf(0), await idOf(3)];
  const found = await secretKeyProblems(product.open.db, ring, product.clock.now());
  const text = found.map(({ level, name, says }) => `${level} ${name}: ${says}`).join();
  expect(text).not.toMatch(/oldold|newnew/);
  return text.replaceAll(old, 'OLD').replaceAll(fresh, 'NEW');
}

it('leads through a change of SECRET_KEY, waits for every process, and prints no key', async () => {
  const visitor = product.visitor();
  await visitor.call('subscribe', await toAccept(product, visitor, freshNumber()));
  await signInDevice(product.site, visitor);
  await createPerson(product, ['editor']);
  product.clock.by(60);
  for (const id of ['one', 'two']) await runs(id, 0);
  expect(await said(0)).toBe('');
  // Made current too early.
  expect(await said(2)).toMatch(/^error SECRET_KEY: 2 processes that run would refuse/);
  await runs('one', 1);
  const waits = 'warning SECRET_KEY_FALLBACKS:';
  expect(await said(1)).toBe(`${waits} NEW is not known yet to 1 of 2 processes; wait`);
  await runs('two', 1);
  expect(await said(1)).toBe(`${waits} NEW is known to all; exchange it with SECRET_KEY`);
  await runs('one', 2);
  expect(await said(2)).toBe(`${waits} OLD still signs in 1 process; wait`);
  await runs('two', 2);
  expect(await said(2)).toMatch(
    /OLD is still needed by playlists, .* until .*, 1 device, 1 authenticator app; wait/,
  );
  // The device and the app are used, and a day passes.
  await product.rows(
    `update sessions set refreshed_at = '${product.clock.now().toISOString()}' where device_client is not null`,
  );
  await product.rows('update staff_accounts set totp = null');
  product.clock.by(86_400);
  expect(await said(2)).toMatch(/needed by records of stops and removals, .* until /);
  product.clock.by(35 * 86_400);
  expect(await said(2)).toMatch(/OLD is not needed; remove it, /);
  await runs('one', 3);
  expect(await said(3)).toBe('');
});
