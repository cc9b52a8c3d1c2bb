import { expect, it } from 'vitest';
import { concerns, type KnownThings, namedSubject } from './audit-subjects.ts';

const KNOWN: KnownThings = {
  accounts: [{ id: 'a-1', name: 'Naledi Dlamini' }],
  keys: [{ id: 'k-1', name: 'Importer' }],
  packages: [{ key: 'bonisa-daily-5', name: 'Daily' }],
  endpoints: [{ id: 'e-1', url: 'https://partner.example/hook' }],
  mayReadCatalogue: true,
};
const named = (subject: string, details: Record<string, unknown> | null = null, known = KNOWN) =>
  namedSubject({ subject, details }, known);

it('names what still exists, with its screen', () => {
  expect(named('account:a-1')).toEqual({ name: 'Naledi Dlamini', address: '/accounts' });
  expect(named('package:bonisa-daily-5')).toEqual({ name: 'Daily', address: '/packages' });
  expect(named('webhook_endpoint:e-1')).toEqual({
    name: 'https://partner.example/hook',
    address: '/webhooks',
  });
  expect(named('key:k-1')).toEqual({ name: 'Importer', address: '/api-keys' });
  expect(named('brand:7')).toEqual({ name: 'brand, version 7', address: '/brand' });
  const film = { name: 'a film', address: '/videos/entry/a%20film' };
  expect(named('video:12', { key: 'a film' })).toEqual(film);
  const entries = [{ kind: 'video', key: 'a film', result: 'changed', fields: ['title'] }];
  expect(named('title:a film', { entries })).toEqual(film);
  expect(named('catalogue', { entries })).toEqual(film);
});

it('names no single entry where several were written', () => {
  const entries = [
    { kind: 'video', key: 'one' },
    { kind: 'video', key: 'two' },
  ];
  expect(named('catalogue', { entries })).toBeUndefined();
  expect(named('catalogue', { entries: [null] })).toBeUndefined();
  expect(named('catalogue', { entries: [{ kind: 'constructor', key: 'a' }] })).toBeUndefined();
});

it('leaves the id alone where nothing else is known or this person may see nothing else', () => {
  const gone = ['account:a-2', 'package:x', 'webhook_endpoint:e-2', 'catalogue', 'account', ''];
  for (const subject of gone) expect([subject, named(subject)]).toEqual([subject, undefined]);
  expect(named('video:12')).toBeUndefined();
  expect(named('toString:12', { key: 'a' })).toBeUndefined();
  const none: KnownThings = { mayReadCatalogue: false };
  for (const subject of [
    'account:a-1',
    'key:k-1',
    'package:bonisa-daily-5',
    'webhook_endpoint:e-1',
    'brand:7',
  ])
    expect(named(subject, null, none)).toBeUndefined();
  expect(named('video:12', { key: 'a' }, none)).toBeUndefined();
});

it('asks only for the kinds of things that the page concerns', () => {
  const entries = [{ subject: 'account:a-1', details: null }];
  expect([concerns(entries, 'account'), concerns(entries, 'package')]).toEqual([true, false]);
});
