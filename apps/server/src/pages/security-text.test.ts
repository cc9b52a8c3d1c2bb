import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { securityTextRoutes } from './security-text.routes.ts';

async function fieldsOf(supportEmail: string, now = '2026-11-28T21:00:00Z') {
  const app = Fastify();
  await app.register(
    securityTextRoutes({
      brand: { supportEmail, supportNumber: '0800 123 456' },
      publicUrl: 'https://watch.example',
      clock: { now: () => new Date(now) },
    }),
  );
  const { body, headers } = await app.inject('/.well-known/security.txt');
  const fields = body
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/: (.*)/).slice(0, 2));
  return { fields: Object.fromEntries(fields), type: headers['content-type'] };
}

it('names the contact of the brand and its own address, and expires within a year of the clock', async () => {
  const { fields, type } = await fieldsOf('help@brand.example');
  expect(type).toBe('text/plain; charset=utf-8');
  expect(fields).toEqual({
    Contact: 'mailto:help@brand.example',
    Expires: '2027-05-27T00:00:00.000Z',
    'Preferred-Languages': 'en',
    Canonical: 'https://watch.example/.well-known/security.txt',
  });
  const later = await fieldsOf('help@brand.example', '2031-01-01T00:00:00Z');
  expect(later.fields.Expires).toBe('2031-06-30T00:00:00.000Z');
});

it('names the telephone of a brand without an address for mail', async () => {
  expect((await fieldsOf('')).fields.Contact).toBe('tel:0800123456');
});
