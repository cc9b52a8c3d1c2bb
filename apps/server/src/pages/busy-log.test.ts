import { expect, it } from 'vitest';
import { createBusyLog } from './busy-log.ts';

it('warns at most once a second that pages are not rendered, with the reason', () => {
  const lines: unknown[] = [];
  let now = 0;
  const onBusy = createBusyLog({ warn: (facts: object) => void lines.push(facts) }, () => now);
  for (const at of [0, 1, 999, 1000, 1500, 2000]) {
    now = at;
    onBusy({ reason: at < 1000 ? 'queue_full' : 'too_slow', page: '/video/:slug' });
  }
  expect(lines).toEqual([
    { reason: 'queue_full', page: '/video/:slug' },
    { reason: 'too_slow', page: '/video/:slug' },
    { reason: 'too_slow', page: '/video/:slug' },
  ]);
});
