// Decision 47: the command that leads through a change of any given secret.

import { readKey } from '@bonisa/kit/secrets/secrets';
import { describe, expect, it } from 'vitest';
import { OTHER_SECRETS, stepOf } from './rotate-secret.ts';

const linesOf = async (name: string, more: Record<string, string> = {}) =>
  (await stepOf(name, { [name]: 'postgres://bonisa:old@db.example:5432/bonisa', ...more })).lines;

/** The value that a line gives a variable. */
const valueIn = (lines: readonly string[], name: string): string =>
  lines.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';

describe('a secret that others show to us', () => {
  it.each(['CARRIER_INBOUND_TOKEN', 'ENRICHMENT_SECRET', 'OPS_TOKEN'])(
    '%s has a second value first, and is replaced by it then',
    async (name) => {
      const first = valueIn(await linesOf(name), `${name}_NEXT`);
      expect(first).toMatch(/^[\w-]{43}$/);
      expect(valueIn(await linesOf(name), `${name}_NEXT`)).not.toBe(first);
      const then = await linesOf(name, { [`${name}_NEXT`]: first });
      expect(then.join('\n')).toContain(`${name}_NEXT   removed`);
      expect(then.join('\n')).not.toContain(first);
    },
  );
});

describe('a secret that we show to others', () => {
  it('CARRIER_KEY is a new pair, of which the carrier gets the public half', async () => {
    const lines = await linesOf('CARRIER_KEY');
    const key = readKey(valueIn(lines, 'CARRIER_KEY'));
    const open = JSON.parse(lines.find((line) => line.startsWith('{')) ?? '') as typeof key;
    expect(open).not.toHaveProperty('d');
    expect([open.x, open.y, open.kid]).toEqual([key.x, key.y, key.kid]);
    expect(readKey(valueIn(await linesOf('CARRIER_KEY'), 'CARRIER_KEY')).kid).not.toBe(key.kid);
  });

  it.each([
    ['bonisa', 'bonisa_2', 'alter role "bonisa" nologin password null;'],
    ['bonisa_2', 'bonisa_3', 'drop role "bonisa_2";'],
  ])('DATABASE_URL of %s gets the login %s', async (user, next, last) => {
    const address = `postgres://${user}:old@db.example:5432/bonisa?sslmode=require`;
    const lines = await linesOf('DATABASE_URL', { DATABASE_URL: address });
    const url = new URL(valueIn(lines, 'DATABASE_URL'));
    expect([url.username, url.host, url.search]).toEqual([
      next,
      'db.example:5432',
      '?sslmode=require',
    ]);
    expect(lines).toContain(
      `create role "${next}" login password '${url.password}' in role "bonisa";`,
    );
    expect(lines).toContain(`alter role "${next}" set role "bonisa";`);
    expect(lines.at(-1)).toBe(last);
  });

  it('is explained for every other one, without its value', async () => {
    for (const name of OTHER_SECRETS) {
      const said = (await linesOf(name)).join('\n');
      expect(said).toContain(name);
      expect(said).not.toContain(':old@');
    }
  });
});

it('refuses a name that it does not know, and a secret that is not set', async () => {
  await expect(stepOf('PORT', { PORT: '1' })).rejects.toThrow(/^PORT: is none of SECRET_KEY, /);
  await expect(stepOf('OPS_TOKEN', {})).rejects.toThrow(/^OPS_TOKEN: is not set/);
});
