import { expect, it } from 'vitest';
import { newRecoveryCode, readRecoveryCode } from './recovery-codes.ts';

it('is read however it is typed, and a code of the app is none', () => {
  for (const typed of [
    'abcde-23456',
    'abcde23456',
    ' ABCDE 23456 ',
    'abcde – 23456',
    'ab cde23-456',
  ])
    expect([typed, readRecoveryCode(typed)]).toEqual([typed, 'abcde-23456']);
  for (const typed of [
    '123456',
    '123 456',
    'abcde-2345',
    'abcde-234567',
    'abcde-10000',
    '',
    '-----',
  ])
    expect([typed, readRecoveryCode(typed)]).toEqual([typed, undefined]);
});

it('is read as it is shown', () => {
  const shown = newRecoveryCode();
  expect(readRecoveryCode(shown)).toBe(shown);
});
