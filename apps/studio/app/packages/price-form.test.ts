import { expect, it } from 'vitest';
import {
  decidedAbout,
  type PriceBefore,
  packageIn,
  priceBefore,
  priceIn,
  type SoldPackage,
} from './price-form.ts';

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

const BEFORE: PriceBefore = {
  id: '019ac000-0000-7000-8000-000000000001',
  amount: '5.00',
  trial_days: 0,
  monthly_limit: '90.00',
  offered: false,
  service_keys: { karoo: 'family-5', vula: 'family' },
};

it('a price leaves out what is empty, and is not offered without its mark', () => {
  const given = form({ amount: ' 7.00 ', trial_days: '', valid_from: '' });
  expect(priceIn(given, undefined)).toEqual({ amount: '7.00', offered: false });
});

it('a price begins at an instant of South African time, and says what becomes of holders', () => {
  const given = { amount: '7.00', valid_from: '2026-12-24T08:00', holders: 'asked_again' };
  expect(priceIn(form({ ...given, offered: 'on', trial_days: '0' }), undefined)).toEqual({
    amount: '7.00',
    trial_days: 0,
    offered: true,
    valid_from: '2026-12-24T06:00:00.000Z',
    holders: 'asked_again',
  });
});

it('a price names the service keys that change; an emptied one sells nothing there', () => {
  const keysIn = (karoo: string, vula: string, kalahari = '') =>
    priceIn(
      form({
        amount: '7.00',
        'service_keys.karoo': karoo,
        'service_keys.vula': vula,
        'service_keys.kalahari': kalahari,
      }),
      BEFORE,
    ).service_keys;
  expect(keysIn('family-5', ' family ')).toBeUndefined();
  expect(keysIn('family-7', 'family')).toEqual({ karoo: 'family-7' });
  expect(keysIn('family-5', '', 'new')).toEqual({ vula: '', kalahari: 'new' });
});

it('a form begins with the newest price that counts', () => {
  const price = (state: 'withdrawn' | 'planned' | 'valid', amount: string) =>
    ({ ...BEFORE, state, amount }) as SoldPackage['prices'][number];
  const sold = (...prices: SoldPackage['prices']) => ({ prices }) as SoldPackage;
  const [gone, planned, valid] = [
    price('withdrawn', '9.00'),
    price('planned', '7.00'),
    price('valid', '5.00'),
  ];
  expect(priceBefore(sold(gone, planned, valid))).toBe(planned);
  expect(priceBefore(sold(gone, valid))).toBe(valid);
  expect(priceBefore(undefined)).toBeUndefined();
});

it('a package needs no words beside its name', () => {
  const given = { key: 'family', name: 'Family', period: 'month', words: '' };
  expect(packageIn(form(given))).toEqual({ key: 'family', name: 'Family', period: 'month' });
});

it('a price is decided about by what it says, not by how many subscribe meanwhile', () => {
  const body = { key: 'daily', price: { amount: '7.00', offered: true } };
  const card = {
    name: 'Daily',
    about: '',
    price: '7.00',
    service_period: 'day',
    words: [],
  } as const;
  const found = (concerned: number) => ({
    problems: [],
    card: { ...card, words: [...card.words] },
    holders: [{ amount: '5.00', subscriptions: concerned }],
    concerned,
    consequence: `${concerned} subscribers agreed to another price`,
  });
  const seen = decidedAbout(body, found(41));
  expect(decidedAbout(body, found(42))).toBe(seen);
  expect(decidedAbout({ ...body, price: { ...body.price, amount: '8.00' } }, found(41))).not.toBe(
    seen,
  );
  expect(decidedAbout(body, { ...found(41), card: { ...found(41).card, price: '8.00' } })).not.toBe(
    seen,
  );
  expect(decidedAbout(body, undefined)).not.toBe(seen);
});
