import { listWriteOffs } from '@bonisa/contract/studio/write-off.calls';
import { expect, it } from 'vitest';
import { answer, rendered, wordsOf } from '../calls/rendered.test-kit.tsx';
import Waiting from './waiting.tsx';

const shown = (mayDecide: number): string =>
  wordsOf(
    rendered(
      <Waiting />,
      '/',
      [
        answer(
          listWriteOffs,
          { query: { state: 'waiting', limit: 1 } },
          { data: [{}], next: null, waiting: 61, may_decide: mayDecide },
        ),
      ],
      ['writeoff:approve'],
    ),
  );

it('counts the write-offs that the person may decide, however many a page of the list has', () => {
  expect(shown(58)).toContain('58 write-offs to approve');
  expect(shown(0)).toContain('Nothing waits');
});
