import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueries } from './queries.ts';

beforeEach(() => onlineManager.setOnline(false));
afterEach(() => onlineManager.setOnline(true));

/** A network that is gone. */
const away = () => vi.fn(() => Promise.reject(new Error('no answer')));
/** The outcome of a call, or that it still waits. */
const soon = (outcome: Promise<unknown>) =>
  Promise.race([
    outcome.catch((error: Error) => error.message),
    new Promise((resolve) => setTimeout(resolve, 500, 'waits')),
  ]);

it('fails at once without a network, and makes no change later that nobody asks for', async () => {
  const queries = createQueries();
  const read = away();
  expect(await soon(queries.fetchQuery({ queryKey: ['call'], queryFn: read }))).toBe('no answer');
  const change = away();
  const mutation = queries.getMutationCache().build(queries, { mutationFn: change });
  expect(await soon(mutation.execute(undefined))).toBe('no answer');
  onlineManager.setOnline(true);
  await queries.resumePausedMutations();
  expect([read.mock.calls.length, change.mock.calls.length]).toEqual([1, 1]);
});

it('reads again when the network is back', () => {
  const { refetchOnReconnect } = createQueries().defaultQueryOptions({ queryKey: ['call'] });
  expect(refetchOnReconnect).toBe(true);
});
