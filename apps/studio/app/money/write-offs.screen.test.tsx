import { listWriteOffs } from '@bonisa/contract/studio/write-off.calls';
import { expect, it } from 'vitest';
import { answer, RENDERED_AT, rendered, wordsOf } from '../calls/rendered.test-kit.tsx';
import WriteOffsScreen from './write-offs.screen.tsx';

const one = {
  ...{ id: '1', carrier: 'karoo', month: '2026-11', amount: '4.00', reason: 'Insolvent' },
  ...{ exception_id: null, state: 'waiting', asked_by: 'Thandi', asked_at: RENDERED_AT },
  ...{ expires_at: '2026-11-23T10:00:00Z', decided_by: null, decided_at: null },
  ...{ decided_reason: null, own: false },
};

const shown = (state: string, reply: object): string =>
  wordsOf(
    rendered(<WriteOffsScreen />, `/write-offs?state=${state}`, [
      answer(listWriteOffs, { query: { state, before: undefined } as never }, reply),
    ]),
  );

it('counts every write-off that waits, and leads to those beyond the first page', () => {
  const words = shown('waiting', { data: [one], next: '1', waiting: 61, may_decide: 58 });
  expect(words).toContain('61 write-offs waiting, 58 for you to decide.');
  expect(words).toContain('Next');
  expect(words).not.toContain('Before');
});

it('counts nothing above a list of decided write-offs, and has no page after the last one', () => {
  const words = shown('refused', {
    data: [{ ...one, state: 'refused' }],
    next: null,
    waiting: 61,
    may_decide: 58,
  });
  expect(words).not.toContain('waiting,');
  expect(words).not.toContain('Next');
});
