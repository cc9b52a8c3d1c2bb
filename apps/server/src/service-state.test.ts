// What an operator is told of the service: nothing wrong on a healthy one, and each fault by name.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ask,
  createPerson,
  createSession,
  type TestSession,
} from '@bonisa/backoffice/staff/staff.test-kit';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestProduct, freshNumber, type TestProduct, toAccept } from './app.test-kit.ts';

let folder: string;
let product: TestProduct;
let studio: FastifyInstance;
let operator: TestSession;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bonisa-service-'));
  await mkdir(join(folder, 'files'));
  product = await createTestProduct({ LIMITS: 'off', DATA_DIR: folder });
  studio = await product.studio();
  operator = await createSession(product, await createPerson(product, ['operator']));
});
afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true });
});

const state = async () =>
  (await ask(studio, '/studio/api/service', { cookie: operator.cookie })).body;
const problems = async (area: string) =>
  (await state()).problems.filter((one: { area: string }) => one.area === area);

describe('the state of the service', () => {
  it('names a carrier whose list of payments was not read yet', async () => {
    expect((await state()).carriers[0].state).toBe('held');
    expect(await problems('carrier')).toMatchObject([
      { words: expect.stringContaining('could not be read yet'), since: null },
    ]);
    await product.app.scheduler.runDue();
  });

  it('says what is missing before anybody can subscribe', async () => {
    expect(await problems('sale')).toMatchObject([
      { words: expect.stringContaining('Publish a video or an episode') },
    ]);
    await product.openForSale();
    expect(await problems('sale')).toEqual([]);
  });

  it('tells an editor the first steps of a new service, with what the data says is done', async () => {
    const editor = await createSession(product, await createPerson(product, ['editor']));
    const { steps } = (await ask(studio, '/studio/api/first-steps', { cookie: editor.cookie }))
      .body;
    expect(steps.map(({ step, done }: { step: string; done: boolean }) => [step, done])).toEqual([
      ['brand', false],
      ['film', true],
      ['shelf', false],
      ['price', true],
      ['carrier', true],
      ['sale', true],
    ]);
  });

  it('has no problem where nothing is wrong', async () => {
    const { problems: found, carriers, jobs, webhooks, live_ingest } = await state();
    expect(found).toEqual([]);
    expect(carriers).toMatchObject([{ id: 'karoo', state: 'works', in_flight: 0 }]);
    expect(jobs.known).toBeGreaterThan(20);
    expect([jobs.late, live_ingest]).toEqual([0, { open: 0, without_picture: 0 }]);
    expect(webhooks).toEqual({ active: 0, failing: 0, paused: 0, disabled: 0, waiting: 0 });
  });

  it('names a carrier that rejects our requests, with what it said', async () => {
    const now = product.clock.now().toISOString();
    await product.rows(
      `insert into carrier_stops (carrier, operation, detail, since, strikes, probes, probe_at)
       values ('karoo', 'charge', '401 UNAUTHENTICATED', '${now}', 3, 1, '${now}')`,
    );
    expect((await state()).carriers[0].state).toBe('stopped');
    expect(await problems('carrier')).toEqual([
      {
        area: 'carrier',
        subject: expect.any(String),
        words: expect.stringContaining('charge (401 UNAUTHENTICATED)'),
        since: now,
      },
    ]);
    await product.rows('delete from carrier_stops');
  });

  it('names endpoints of webhooks that fail or are disabled', async () => {
    const now = product.clock.now().toISOString();
    const endpoint = (state: string, failing: string, note: string) =>
      `insert into webhook_endpoints (id, url, description, recorded_types, secrets, state, note, failing_since, created_at)
       values ('${product.app.newId()}', 'https://${state}.example/hook', '', '{}', '[]', '${state}', ${note}, ${failing}, '${now}')`;
    await product.rows(endpoint('active', `'${now}'`, 'null'));
    await product.rows(endpoint('disabled', `'${now}'`, "'It answered 410.'"));
    await product.rows(endpoint('paused', 'null', 'null'));
    const { webhooks } = await state();
    expect(webhooks).toEqual({ active: 0, failing: 1, paused: 1, disabled: 1, waiting: 0 });
    expect(await problems('webhook')).toMatchObject([
      { subject: 'https://active.example/hook', since: now },
      { subject: 'https://disabled.example/hook', words: 'It answered 410.' },
    ]);
  });

  it('names a job whose work was due long ago, once no process runs it', async () => {
    const visitor = product.visitor();
    await visitor.call('subscribe', await toAccept(product, visitor, freshNumber()));
    expect(await problems('job')).toEqual([]);
    // No scheduler runs in this test: what the sign-up left waits.
    product.clock.by(6 * 60);
    const late = await problems('job');
    expect(late.length).toBeGreaterThan(0);
    expect(late[0]).toMatchObject({ words: expect.stringContaining('role jobs') });
    await product.app.scheduler.runDue();
    expect((await state()).jobs.late).toBe(0);
  });

  it('names a live ingest session without a picture, and what is wrong with it', async () => {
    const now = product.clock.now().toISOString();
    await product.rows(
      `insert into contributions (id, live_channel_id, state, started_at, seen_at, bytes, publishers, picture)
       values ('${product.app.newId()}', 99, 'live', '${now}', '${now}', 1, 1, 'unsupported_codec')`,
    );
    expect((await state()).live_ingest).toEqual({ open: 1, without_picture: 1 });
    expect(await problems('live_ingest')).toMatchObject([
      { words: 'What is sent has no picture: unsupported codec.', since: now },
    ]);
  });

  it('names the parts that keep visitors away', async () => {
    product.app.readiness.started(false);
    expect(await state()).toMatchObject({ parts: { not_ready: ['start'] } });
    expect(await problems('part')).toMatchObject([{ subject: 'start' }]);
    product.app.readiness.started(true);
  });
});
