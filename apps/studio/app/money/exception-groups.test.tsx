import { listExceptionGroups } from '@bonisa/contract/studio/settlement.calls';
import { expect, it } from 'vitest';
import { answer, rendered, wordsOf } from '../calls/rendered.test-kit.tsx';
import { ExceptionGroups } from './exception-groups.tsx';

it('shows of each group of exceptions how many there are, and what they are about in all', () => {
  const words = wordsOf(
    rendered(<ExceptionGroups />, '/reconciliation-exceptions', [
      answer(
        listExceptionGroups,
        { query: { day: '' } as never },
        {
          data: [
            {
              ...{ carrier: 'karoo', kind: 'missing_here', posting: 'owed' },
              ...{ count: 2431, amount: '12155.00' },
              choices: [{ choice: 'post', words: 'The carrier took it: post that it owes it' }],
            },
          ],
        },
      ),
    ]),
  );
  expect(words).toContain('Missing here: the carrier took it');
  expect(words).toMatch(/2\s?431/);
  expect(words).toMatch(/R\s?12\s?155/);
});
