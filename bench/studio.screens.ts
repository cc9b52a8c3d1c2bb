import type { FastifyInstance } from 'fastify';
import { createTestProduct } from '../apps/server/src/app.test-kit.ts';
import type { OpenDatabase } from '../apps/server/src/platform/database/database.ts';
import {
  ask,
  createPerson,
  createSession,
  type TestSession,
} from '../apps/server/src/staff/staff.test-kit.ts';
import { LOOKED_AT } from './studio.fill-records.ts';

/** One screen, or one answer that a screen waits for. */
export type Screen = readonly [name: string, read: () => Promise<unknown>];

/** The calls of every list of the studio, by what stands on the screen. */
const LISTS = {
  'catalogue: videos by title': 'catalogue/lists/video',
  'catalogue: videos, page 1,000': 'catalogue/lists/video?page=1000',
  'catalogue: search in videos': 'catalogue/lists/video?search=abcd',
  'catalogue: drafts': 'catalogue/lists/video?state=draft',
  'catalogue: videos without a film': 'catalogue/lists/video?media_missing=yes',
  'catalogue: videos of a channel, newest':
    'catalogue/lists/video?channel=channel-3&sort=updated&order=desc',
  'films: jobs': 'media/jobs',
  'films: assets': 'media/assets',
  'live: on air': 'live/contributions',
  'live: stream keys': 'live/channels',
  'care: refunds to approve': 'care/approvals?state=waiting',
  'care: disputes': 'care/disputes',
  'care: open disputes': 'care/disputes?state=open',
  'money: open cases': 'cases',
  'money: resolved cases': 'cases?state=resolved',
  'money: comparisons': 'reconciliation',
  'money: settlement of a month': 'settlements',
  'money: write-offs': 'settlements/write-offs',
  'audience: feedback': 'feedback',
  'audience: bad feedback with words': 'feedback?most=2&words_only=yes',
  'service: health': 'service',
  'service: webhook endpoints': 'webhooks/endpoints',
  'service: deliveries': 'webhooks/deliveries',
  'service: failed deliveries': 'webhooks/deliveries?state=failed',
  'service: packages': 'packages',
  'people: accounts': 'accounts',
  'people: API keys': 'keys',
  'people: audit': 'audit',
  'people: audit of a person': 'audit?actor_id=person-7',
  'people: audit of a day': 'audit?from=DAY&to=DAY',
  'people: audit of an act and a person in a quarter':
    'audit?actor_id=person-7&action=studioCareRefund&from=QUARTER',
  'people: words of a reason': 'audit?words=charge%20abc',
  'people: words that no reason has': 'audit?words=zzzzzz',
  'people: choices of the audit': 'audit/choices',
} as const;

/** Composes the product on a filled database and lists its screens, for an administrator. */
export async function screensOf(
  open: OpenDatabase,
  until: string,
): Promise<{ readonly screens: readonly Screen[]; close(): Promise<void> }> {
  const product = await createTestProduct({ LIMITS: 'off' }, open);
  product.clock.moveTo(new Date(`${until}T12:00:00Z`));
  const studio = await product.studio();
  const person = await createPerson(product, ['administrator']);
  const session = await createSession(product, person);
  const quarter = new Date(Date.parse(`${until}T00:00:00Z`) - 90 * 86_400_000);
  const lists = Object.entries(LISTS).map(([name, path]): Screen => {
    const days = path
      .replaceAll('DAY', until)
      .replaceAll('QUARTER', quarter.toISOString().slice(0, 10));
    return [name, () => answer(studio, session, days)];
  });
  return { screens: [...lists, ...careScreens(studio, session)], close: product.close };
}

/** A call comes in: the number is found, and its summary and its timeline appear. */
function careScreens(studio: FastifyInstance, session: TestSession): readonly Screen[] {
  const find = async (): Promise<string> => {
    const body = { msisdn: LOOKED_AT, reason: 'Measured' };
    return (await answer(studio, session, 'care/find', body)).handle;
  };
  let handle = '';
  const opened = async (path: string, body: object = {}) => {
    handle ||= await find();
    return await answer(studio, session, path, { handle, ...body });
  };
  return [
    ['care: find a number', find],
    ['care: summary', () => opened('care/summary')],
    ['care: timeline', () => opened('care/timeline')],
    ['care: answer to a charge', () => opened('care/charge', { reference: 'BON-D1' })],
  ];
}

async function answer(
  studio: FastifyInstance,
  session: TestSession,
  path: string,
  body?: object,
): Promise<{ handle: string }> {
  const { status, body: given } = await ask(studio, `/studio/api/${path}`, { ...session, body });
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(given)}`);
  return given;
}
