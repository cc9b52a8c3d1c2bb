import { describe, expect, it } from 'vitest';
import { namingStatements, statementsForPooler } from './sent-statements.ts';

const nameOf = (sent: unknown): unknown => (sent as { name?: unknown }).name;

describe('named statements', () => {
  it('give the same text the same name, and another text another name', () => {
    const fitted = namingStatements();
    const sent = [
      fitted({ text: 'select $1' }, [1]),
      fitted({ text: 'select $1' }, [2]),
      fitted({ text: 'select $1, 2' }, [3]),
    ];
    expect(sent.map(nameOf)).toEqual(['s1', 's1', 's2']);
  });

  it('leave statements without parameters, with a name of their own and bare texts unchanged', () => {
    const fitted = namingStatements();
    const several = { text: 'create table a (); create table b ()' };
    const own = { text: 'select $1', name: 'own' };
    expect(fitted({ text: 'begin' }, [])).toEqual({ text: 'begin' });
    expect(fitted(several, undefined)).toEqual(several);
    expect(fitted(own, [1])).toEqual(own);
    expect(fitted('select 1', undefined)).toBe('select 1');
  });

  it('stop at the limit of names', () => {
    const fitted = namingStatements();
    const names = Array.from({ length: 600 }, (_, length) =>
      nameOf(fitted({ text: `select ${length} in ($1)` }, [1])),
    );
    expect(names.filter((name) => name !== undefined)).toHaveLength(500);
    expect(nameOf(fitted({ text: 'select 0 in ($1)' }, [1]))).toBe('s1');
  });
});

it('statements for a pooler have no name, and each begin has the settings', () => {
  const fitted = statementsForPooler('set local jit = off');
  const asked = [
    'begin',
    { text: 'begin isolation level repeatable read', types: 1 },
    { text: 'select beginning from a where b = $1', name: 'reading' },
    'commit',
  ];
  expect(asked.map((one) => fitted(one, [1]))).toEqual([
    'begin; set local jit = off',
    { text: 'begin isolation level repeatable read; set local jit = off', types: 1 },
    { text: 'select beginning from a where b = $1' },
    'commit',
  ]);
});
