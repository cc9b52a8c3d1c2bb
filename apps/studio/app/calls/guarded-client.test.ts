import { createApiKey, me } from '@bonisa/contract/studio/staff.calls';
import { describe, expect, it } from 'vitest';
import { createGuardedClient } from './guarded-client.ts';
import { createPrompts } from './prompts.ts';

const PERSON = { kind: 'account', id: '1', name: 'Naledi', scopes: [], roles: [], factors: [] };
const NEW_KEY = { body: { name: 'Feed', scopes: ['catalogue:read' as const] } };

/** A server that answers in turn, and a person who answers every question alike. */
function studioOf(answers: readonly (readonly [status: number, body: object])[], gives = true) {
  const made: { path: string; token: string | null }[] = [];
  const asked: string[] = [];
  const left = [...answers];
  const fetcher = async (path: unknown, init?: RequestInit) => {
    made.push({ path: String(path), token: new Headers(init?.headers).get('x-csrf-token') });
    const [status, body] = left.shift() ?? [500, { description: 'nothing is left' }];
    return new Response(JSON.stringify(body), { status });
  };
  const prompts = {
    ask: async (kind: string) => {
      asked.push(kind);
      return gives;
    },
  };
  return {
    made,
    asked,
    studio: createGuardedClient({ fetch: fetcher as typeof fetch, prompts, me }),
  };
}

const refused = (code: string, status = 403) => [status, { code, description: code }] as const;
const person = (csrf_token: string) => [200, { ...PERSON, csrf_token }] as const;
const DONE = [200, { key: {}, secret: 's' }] as const;

describe('the client of the screens', () => {
  it('asks for a factor where a call needs one, and makes the call again', async () => {
    const { studio, made, asked } = studioOf([person('t1'), refused('step_up_needed'), DONE]);
    await studio.whoAmI();
    expect(await studio.call(createApiKey, NEW_KEY)).toMatchObject({ secret: 's' });
    expect(asked).toEqual(['factor']);
    expect(made.map(({ path, token }) => [path, token])).toEqual([
      ['/studio/api/me', null],
      ['/studio/api/keys', 't1'],
      ['/studio/api/keys', 't1'],
    ]);
  });

  it('asks for a new sign-in where the session has ended, and shows its new token', async () => {
    const { studio, made, asked } = studioOf([refused('not_signed_in', 401), person('t2'), DONE]);
    await studio.call(createApiKey, NEW_KEY);
    expect(asked).toEqual(['sign-in']);
    expect(made.at(-1)).toEqual({ path: '/studio/api/keys', token: 't2' });
  });

  // A finding of a review: the call was made again in the name of whoever had signed in meanwhile.
  it('makes no call as another person who has signed in in this browser', async () => {
    const other = [200, { ...PERSON, id: '2', name: 'Sipho', csrf_token: 't2' }] as const;
    const presses = [refused('not_signed_in', 401), other, refused('csrf_token_invalid'), other];
    const { studio, made } = studioOf([person('t1'), ...presses]);
    await studio.whoAmI();
    for (const _press of [1, 2])
      await expect(studio.call(createApiKey, NEW_KEY)).rejects.toThrow(
        'Sipho is signed in in this browser now. Reload the page to go on as Sipho.',
      );
    const keys = made.filter(({ path }) => path === '/studio/api/keys');
    expect(keys.map(({ token }) => token)).toEqual(['t1', 't1']);
  });

  it('renews an outdated token without asking the person', async () => {
    const { studio, asked } = studioOf([refused('csrf_token_invalid'), person('t3'), DONE]);
    await studio.call(createApiKey, NEW_KEY);
    expect(asked).toEqual([]);
  });

  it('refuses the call where the person does not answer, or the server refuses it again', async () => {
    const leaves = studioOf([refused('step_up_needed')], false);
    await expect(leaves.studio.call(createApiKey, NEW_KEY)).rejects.toMatchObject({
      code: 'step_up_needed',
    });
    const again = studioOf([refused('step_up_needed'), refused('step_up_needed')]);
    await expect(again.studio.call(createApiKey, NEW_KEY)).rejects.toMatchObject({
      code: 'step_up_needed',
    });
    expect(again.asked).toEqual(['factor']);
  });
});

describe('the questions that calls wait for', () => {
  it('asks once for all calls that wait, and for the sign-in before the factor', async () => {
    const prompts = createPrompts();
    let changes = 0;
    prompts.subscribe(() => {
      changes += 1;
    });
    const waiting = [prompts.ask('factor'), prompts.ask('factor'), prompts.ask('sign-in')];
    expect(changes).toBe(2);
    expect(prompts.current()?.kind).toBe('sign-in');
    prompts.current()?.answer(true);
    expect(prompts.current()?.kind).toBe('factor');
    prompts.current()?.answer(false);
    expect(await Promise.all(waiting)).toEqual([false, false, true]);
    expect(prompts.current()).toBeUndefined();
  });
});
