import { expect, it } from 'vitest';
import { changesOf } from './webhook-changes.ts';

const BEFORE = {
  url: 'https://partner.example/hook',
  description: 'Of a partner',
  types: ['charge.succeeded', 'charge.denied'] as const,
};
const before = { ...BEFORE, types: [...BEFORE.types] };

it('sends no field of an endpoint that stays as it is', () => {
  expect(changesOf(before, { ...before, types: ['charge.denied', 'charge.succeeded'] })).toEqual(
    {},
  );
});

it('sends each field that changes, an empty description too', () => {
  expect(changesOf(before, { ...before, description: ' ' })).toEqual({ description: '' });
  expect(changesOf(before, { ...before, url: 'https://new.example/' })).toEqual({
    url: 'https://new.example/',
  });
  for (const types of [['charge.denied'], ['charge.denied', 'charge.refunded'], []] as const)
    expect(changesOf(before, { ...before, types: [...types] })).toEqual({ types: [...types] });
});
