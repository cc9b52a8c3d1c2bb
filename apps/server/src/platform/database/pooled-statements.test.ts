import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { fitStatementsForPooler } from './pooled-statements.ts';

it('send the settings with each begin, and no names', () => {
  const pool = new EventEmitter() as unknown as pg.Pool;
  const sent: unknown[] = [];
  const client = { query: (statement: unknown) => sent.push(statement) };
  fitStatementsForPooler(pool, 'set local jit = off');
  pool.emit('connect', client as unknown as pg.PoolClient);
  const asked = [
    'begin',
    { text: 'begin isolation level repeatable read', types: 1 },
    { text: 'select beginning from a where b = $1', name: 'reading' },
    'commit',
  ];
  for (const one of asked) client.query(one);
  expect(sent).toEqual([
    'begin; set local jit = off',
    { text: 'begin isolation level repeatable read; set local jit = off', types: 1 },
    { text: 'select beginning from a where b = $1' },
    'commit',
  ]);
});
