import { describe, expect, it, vi } from 'vitest';
import { DatabaseAwayError } from './database-away.ts';
import { ReadPool } from './read-pool.ts';

/** A pool before two servers that answer with their name, or with what `replica` throws. */
function createReads(replica?: () => never) {
  const gate = { isOpen: true, suspect: vi.fn() };
  const server = (name: string, fails?: () => never) => ({
    query: (async () => fails?.() ?? { rows: [name] }) as never,
  });
  const pool = new ReadPool({
    primary: server('primary'),
    replica: server('replica', replica),
    gate,
  });
  const read = async (text: string): Promise<unknown> => (await pool.query({ text })).rows[0];
  return { pool, gate, read };
}

/** Fails as PostgreSQL does. */
const failing = (code: string) => (): never => {
  throw Object.assign(new Error(code), { code });
};

describe('reads', () => {
  it('go where the gate says, and are counted', async () => {
    const { pool, gate, read } = createReads();
    expect(await read('select 1')).toBe('replica');
    gate.isOpen = false;
    expect(await read('with a as (select 1) select * from a')).toBe('primary');
    expect(pool.counts).toEqual({ replica: 1, primary: 1 });
  });

  it.each([
    'insert into a values (1)',
    'update a set b = 1',
    'begin',
    'select 1 from a for update',
    'select 1 from a\nfor no key update skip locked',
  ])('are never %s', async (text) => {
    const { gate, read } = createReads();
    await expect(read(text)).rejects.toThrow('for reading');
    gate.isOpen = false;
    await expect(read(text)).rejects.toThrow('for reading');
  });

  it('have no transactions', () => {
    expect(() => createReads().pool.connect()).toThrow('no transactions');
  });

  it('go to the primary when the replica is lost, which closes the gate', async () => {
    const { gate, read } = createReads(() => {
      throw new DatabaseAwayError(new Error('ECONNRESET'));
    });
    expect(await read('select 1')).toBe('primary');
    expect(gate.suspect).toHaveBeenCalledOnce();
  });

  it('go to the primary after a conflict with what is replayed; the gate stays open', async () => {
    const { gate, read } = createReads(failing('40001'));
    expect(await read('select 1')).toBe('primary');
    expect(gate.suspect).not.toHaveBeenCalled();
  });

  it.each([
    ['a wrong statement', '42703'],
    ['a wrong value', '22P02'],
    ['a statement that took too long', '57014'],
    ['a hidden write', '25006'],
  ])('are not repeated for %s', async (_name, code) => {
    await expect(createReads(failing(code)).read('select 1')).rejects.toThrow(code);
  });

  it('are not repeated for a hidden write that counts as a lost server', async () => {
    const { read } = createReads(() => {
      throw new DatabaseAwayError(Object.assign(new Error('read-only'), { code: '25006' }));
    });
    await expect(read('with a as (insert into b values (1)) select 1')).rejects.toThrow(
      'read-only',
    );
  });
});
