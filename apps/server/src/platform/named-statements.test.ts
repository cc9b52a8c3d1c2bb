import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { nameStatements } from './named-statements.ts';

/** A connection that writes down what would be sent. */
function connect() {
  const pool = new EventEmitter() as unknown as pg.Pool;
  const sent: { text?: string; name?: string }[] = [];
  const client = { query: (config: object) => sent.push(config) };
  nameStatements(pool);
  pool.emit('connect', client as unknown as pg.PoolClient);
  return { sent, query: client.query as (config: unknown, values?: unknown) => void };
}

describe('statements by name', () => {
  it('gives the same text the same name, and another text another', () => {
    const { sent, query } = connect();
    query({ text: 'select $1' }, [1]);
    query({ text: 'select $1' }, [2]);
    query({ text: 'select $1, 2' }, [3]);
    expect(sent.map(({ name }) => name)).toEqual(['s1', 's1', 's2']);
  });

  it('leaves alone what has no parameters, or a name of its own, or is a bare text', () => {
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

  it('stops naming before a connection holds more than the server should keep', () => {
    const { sent, query } = connect();
    for (let length = 1; length <= 600; length++) query({ text: `select ${length} in ($1)` }, [1]);
    expect(sent.filter(({ name }) => name !== undefined)).toHaveLength(500);
    query({ text: 'select 1 in ($1)' }, [1]);
    expect(sent.at(-1)?.name).toBe('s1');
  });
});
