import { packages } from '@bonisa/contract/studio/packages.calls';
import { expect, it } from 'vitest';
import { answer, RENDERED_AT, rendered, wordsOf } from '../calls/rendered.test-kit.tsx';
import { day } from '../design/time.ts';
import PackagesScreen from './packages.screen.tsx';

const price = {
  ...{ id: '1', amount: '25.00', vat: '3.26', vat_percent: 15, trial_days: 1 },
  ...{ monthly_limit: '150.00', service_keys: { karoo: 'monthly-25' }, offered: true },
  ...{ valid_from: RENDERED_AT, valid_until: null, holders: 'kept', told: null, state: 'valid' },
  ...{ made_at: RENDERED_AT, made_by: 'Thandi', reason: 'First', withdrawn: null },
};

/** The screen of somebody who may not change prices. */
function shown(...prices: object[]): string {
  const carriers = [
    { id: 'karoo', name: 'Karoo' },
    { id: 'vula', name: 'Vula' },
  ];
  const sold = { key: 'monthly', name: 'Monthly', words: '', period: 'month', prices };
  return rendered(<PackagesScreen />, '/packages', [
    answer(packages, undefined, { now: RENDERED_AT, carriers, data: [sold] }),
  ]);
}
const linesIn = (html: string): string[] => {
  const [, list = ''] = /Monthly limit and service keys<\/h3><ul>(.*?)<\/ul>/.exec(html) ?? [];
  return list.split('</li>').slice(0, -1).map(wordsOf);
};
const since = wordsOf(day(RENDERED_AT));

it('shows the most that a price may come to in a month, and the service key at each carrier', () => {
  expect(linesIn(shown(price))).toEqual([
    `From ${since} R150.00 a month at most Karoo: monthly-25 Vula: not sold`,
  ]);
});

it('has a line for each price that changes limit or keys, without withdrawn ones', () => {
  const from = '2027-01-05T10:00:00Z';
  const next = { ...price, id: '3', valid_from: from, state: 'planned', amount: '29.00' };
  const keys = { karoo: 'monthly-29', vula: 'month' };
  const second = { ...price, id: '2', amount: '27.00' };
  expect(linesIn(shown({ ...next, service_keys: keys }, second, price))).toEqual([
    `From ${wordsOf(day(from))} R150.00 a month at most Karoo: monthly-29 Vula: month`,
    `From ${since} R150.00 a month at most Karoo: monthly-25 Vula: not sold`,
  ]);
  const withdrawn = { ...next, service_keys: keys, state: 'withdrawn' };
  expect(linesIn(shown(withdrawn, second, price))).toHaveLength(1);
  const limited = { ...second, monthly_limit: '90.00' };
  expect(linesIn(shown(limited, price))[0]).toContain('R90.00 a month at most');
});
