import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { nameStatements } from './named-statements.ts';

/** A connection that records what it would send. */
function connect() {
  const pool = new EventEmitter() as unknown as pg.Pool;
  const sent: { text?: string; name?: string }[] = [];
  const client = { query: (config: object) => sent.push(config) };
  nameStatements(pool);
  pool.emit('connect', client as unknown as pg.PoolClient);
  return { sent, query: client.query as (config: unknown, values?: unknown) => void };
}

describe('named statements', () => {
  it('give the same text the same name, and another text another name', () => {
    const { sent, query } = connect();
    query({ text: 'select $1' }, [1]);
    query({ text: 'select $1' }, [2]);
    query({ text: 'select $1, 2' }, [3]);
    expect(sent.map(({ name }) => name)).toEqual(['s1', 's1', 's2']);
  });

  it('leave statements without parameters, with a name of their own and bare texts unchanged', () => {
    const { sent, query } = connect();
    query({ text: 'begin' }, []);
    query({ text: 'create table a (); create table b ()' });
    query({ text: 'select $1', name: 'own' }, [1]);
    query('select 1');
    expect(sent).toEqual([
      { text: 'begin' },
      { text: 'create table a (); create table b ()' },
      { text: 'select $1', name: 'own' },
      'select 1',
    ]);
  });

  it('stop at the limit of names for a connection', () => {
    const { sent, query } = connect();
    for (let length = 1; length <= 600; length++) query({ text: `select ${length} in ($1)` }, [1]);
    expect(sent.filter(({ name }) => name !== undefined)).toHaveLength(500);
    query({ text: 'select 1 in ($1)' }, [1]);
    expect(sent.at(-1)?.name).toBe('s1');
  });
});
