import { expect, it } from 'vitest';
import { packageIn, priceIn } from './price-form.ts';

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

it('a price keeps the usual where a field is empty, and is not offered without its mark', () => {
  expect(priceIn(form({ amount: ' 7.00 ', trial_days: '', valid_from: '' }))).toEqual({
    amount: '7.00',
    offered: false,
  });
});

it('a price begins at an instant of South African time, and says what becomes of holders', () => {
  const given = { amount: '7.00', valid_from: '2026-12-24T08:00', holders: 'asked_again' };
  expect(priceIn(form({ ...given, offered: 'on', trial_days: '0' }))).toEqual({
    amount: '7.00',
    trial_days: 0,
    offered: true,
    valid_from: '2026-12-24T06:00:00.000Z',
    holders: 'asked_again',
  });
});

it('a price names service keys by carrier, and keeps those whose field is empty', () => {
  const given = { amount: '7.00', 'service_keys.karoo': ' family-7 ', 'service_keys.kalahari': '' };
  expect(priceIn(form(given))).toMatchObject({ service_keys: { karoo: 'family-7' } });
  expect(priceIn(form({ amount: '7.00', 'service_keys.karoo': ' ' }))).not.toHaveProperty(
    'service_keys',
  );
});

it('a package needs no words beside its name', () => {
  const given = { key: 'family', name: 'Family', period: 'month', words: '' };
  expect(packageIn(form(given))).toEqual({ key: 'family', name: 'Family', period: 'month' });
});
