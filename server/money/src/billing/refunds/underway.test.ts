import { expect, it } from 'vitest';
import { createUnderway } from './underway.ts';

it('gives its answer to those who ask while it is under way, and to nobody afterwards', async () => {
  const underway = createUnderway<string>();
  expect(underway.answerTo('a')).toBeUndefined();
  underway.announce('a');
  const waiting = [underway.answerTo('a'), underway.answerTo('a')];
  expect(underway.answerTo('b')).toBeUndefined();
  expect(await underway.finish('a', Promise.resolve('done'))).toBe('done');
  expect(await Promise.all(waiting)).toEqual(['done', 'done']);
  expect(underway.answerTo('a')).toBeUndefined();
});

it('gives a failure to the one who works and to those who wait', async () => {
  const underway = createUnderway<string>();
  underway.announce('a');
  const waiting = underway.answerTo('a');
  const failure = new Error('the connection was lost');
  await expect(underway.finish('a', Promise.reject(failure))).rejects.toBe(failure);
  await expect(waiting).rejects.toBe(failure);
  expect(underway.answerTo('a')).toBeUndefined();
});
