import { expect, it } from 'vitest';
import { wholeNumber } from './number-field.tsx';

it('counts a whole number within its limits, and nothing half typed', () => {
  expect(['45', '1', '1440', ' 7 '].map((text) => wholeNumber(text, 1, 1440))).toEqual([
    45, 1, 1440, 7,
  ]);
  for (const text of ['', ' ', '0', '1441', '1.5', '-4', 'x', '1e9'])
    expect([text, wholeNumber(text, 1, 1440)]).toEqual([text, undefined]);
});
