// A finding from outside: one editor went on with another one's upload, read it and attached it.

import {
  ask,
  createPerson,
  createSession,
  type TestSession,
} from '@bonisa/backoffice/staff/staff.test-kit';
import { ROWS } from '@bonisa/content/editing/rows.test-kit';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mediaUploads } from '../uploads/uploads.tables.ts';

const UPLOAD = '01990a00-0000-7000-8000-0000000000c1';
const JOB = '01990a00-0000-7000-8000-0000000000c2';
let product: TestProduct;
let studio: FastifyInstance;
let owner: TestSession;
let colleague: TestSession;
let publisher: TestSession;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  studio = await product.studio();
  await product.app.catalogue.editing.apply(ROWS);
  const person = await createPerson(product, ['editor']);
  owner = await createSession(product, person);
  colleague = await createSession(product, await createPerson(product, ['editor']));
  publisher = await createSession(product, await createPerson(product, ['publisher']));
  await product.open.db.insert(mediaUploads).values({
    ...{ id: UPLOAD, title: 'Film', effort: 'quick', size: 6, received: 3 },
    begunBy: `account:${person.account.id}`,
    createdAt: product.clock.now(),
  });
});
afterAll(() => product.close());

const uploads = (by: TestSession, path = '', method = 'GET') =>
  ask(studio, `/studio/api/uploads${path}`, {
    ...{ ...by, method },
    headers: { 'tus-resumable': '1.0.0' },
  });

describe('an upload', () => {
  it('is read by its owner and by whoever may publish, and by no other editor', async () => {
    for (const [by, many] of [
      [owner, 1],
      [colleague, 0],
      [publisher, 1],
    ] as const) {
      expect((await uploads(by)).body.data).toHaveLength(many);
      expect((await uploads(by, `/${UPLOAD}`)).status).toBe(many === 1 ? 200 : 404);
    }
  });

  it('is neither continued nor ended by another editor', async () => {
    for (const method of ['PATCH', 'HEAD', 'DELETE'])
      expect((await uploads(colleague, `/${UPLOAD}`, method)).status).toBe(404);
    expect((await uploads(owner, `/${UPLOAD}`)).body).toMatchObject({ offset: 3, size: 6 });
  });

  it('is not given to a title by another editor while it is packaged', async () => {
    await product.open.db
      .update(mediaUploads)
      .set({ received: 6, jobId: JOB })
      .where(eq(mediaUploads.id, UPLOAD));
    const attach = async (by: TestSession) => {
      const body = { key: 'v-1', job_id: JOB };
      const path = '/studio/api/media/titles/video';
      return (await ask(studio, path, { ...by, method: 'PUT', body })).body.description;
    };
    expect(await attach(colleague)).toBe('There is no such job.');
    // The owner's own is looked for among the jobs, where this test has put none.
    expect(await attach(owner)).not.toBe('There is no such job.');
  });
});
