// Figures count what the filters above them say, and name what they count.
import { titleReport } from '@bonisa/contract/studio/audience.calls';
import {
  ledgerReport,
  moneyReport,
  subscriberReport,
  vatReport,
} from '@bonisa/contract/studio/reports.calls';
import { describe, expect, it } from 'vitest';
import { answer, cellsOf, rendered, wordsOf } from '../calls/rendered.test-kit.tsx';
import { day } from '../design/time.ts';
import LedgerScreen from '../money/ledger.screen.tsx';
import MoneyScreen from '../money/money.screen.tsx';
import SubscribersScreen from '../subscribers/subscribers.screen.tsx';
import { WorstTitles } from './title-figures.tsx';

const RANGE = { from: '2026-11-12', to: '2026-11-13' };
const MONTHLY = { key: 'p-grtv-monthly-c-01', name: 'Monthly' };
const SPORT = { key: 'p-sport-monthly-c-01', name: 'Sport' };
const CARRIERS = [
  { key: 'karoo', name: 'Karoo Mobile' },
  { key: 'gone', name: null },
];
const HEAD = { ...RANGE, counted_until: '2026-11-20T09:59:00Z' };

/** Every count of a row is 0 and every amount R0.00 unless `has` says more. */
function row(names: readonly string[], has: object): Record<string, unknown> {
  const zeros = names.map((name) => [name, name.endsWith('amount') ? '0.00' : 0]);
  return { ...Object.fromEntries(zeros), ...has };
}
const moneyRow = (has: object) =>
  row(Object.keys(moneyReport.reply.shape.total.shape), { name: null, ...has });
const flowRow = (has: object) =>
  row([...Object.keys(subscriberReport.reply.shape.total.shape), 'held', 'on_trial'], {
    name: null,
    ...has,
  });

describe('the figures of money', () => {
  const money = (query: object, data: object[]) =>
    answer(
      moneyReport,
      { query: query as never },
      {
        ...HEAD,
        total: moneyRow({ taken_amount: '100.00' }),
        data,
      },
    );
  const html = (filter: object = {}) =>
    rendered(<MoneyScreen />, `/money?${new URLSearchParams({ ...RANGE, ...filter })}`, [
      money({ ...RANGE, ...filter, by: 'day' }, []),
      money({ ...RANGE, by: 'carrier' }, CARRIERS.map(moneyRow)),
      money({ ...RANGE, by: 'package' }, [MONTHLY, SPORT].map(moneyRow)),
      money({ ...RANGE, carrier: 'vula', by: 'package' }, [
        moneyRow({ ...SPORT, taken: 2, taken_amount: '58.00' }),
      ]),
      money({ ...RANGE, carrier: 'vula', by: 'carrier' }, [
        moneyRow({ key: 'vula', name: 'Vula', taken: 2, taken_amount: '58.00' }),
      ]),
    ]);

  it('tell packages of one period apart by their names, in the filter too', () => {
    const cells = cellsOf(html(), 'Which package brings the money?');
    expect(cells.slice(1).map(([first]) => first)).toEqual(['Monthly', 'Sport']);
    const [, options = ''] = /All packages<\/option>(.*?)<\/select>/.exec(html()) ?? [];
    expect(wordsOf(options)).toBe('Monthly Sport');
  });

  it('say which carrier brings the money, with a file, and name one that is gone by its id', () => {
    const cells = cellsOf(html(), 'Which carrier brings the money?');
    expect(cells.map(([first]) => first)).toEqual(['Carrier', 'Karoo Mobile', 'gone']);
    expect(html()).toContain(`money/files/money?from=2026-11-12&amp;to=2026-11-13&amp;by=carrier`);
  });

  it('count only the chosen carrier', () => {
    const chosen = html({ carrier: 'vula' });
    expect(cellsOf(chosen, 'Which package brings the money?').slice(1)).toEqual([
      ['Sport', '2', 'R58.00', 'R0.00', '0 %', 'R0.00'],
    ]);
    expect(wordsOf(chosen)).toContain('Vula: R58.00, 58 % of all.');
  });
});

describe('the figures of subscribers', () => {
  const flows = (query: object, data: object[]) =>
    answer(subscriberReport, { query: query as never }, { ...HEAD, total: flowRow({}), data });
  const html = (filter: object = {}) =>
    rendered(
      <SubscribersScreen />,
      `/subscribers?${new URLSearchParams({ ...RANGE, ...filter })}`,
      [
        flows({ ...RANGE, ...filter, by: 'day' }, []),
        flows({ ...RANGE, by: 'carrier' }, [flowRow({ ...CARRIERS[0], held: 12, moved_in: 3 })]),
        flows({ ...RANGE, by: 'package' }, [flowRow({ ...MONTHLY, held: 12 })]),
        flows({ ...RANGE, carrier: 'vula', by: 'package' }, [flowRow({ ...SPORT, held: 7 })]),
      ],
    );

  it('count only the chosen carrier, in the table and its file', () => {
    const chosen = html({ carrier: 'vula' });
    const cells = cellsOf(chosen, 'Which package do they hold?');
    expect(cells.slice(1)).toEqual([['Sport', '7', '0', '0', '0', '0']]);
    expect(chosen).toContain(
      'subscribers?from=2026-11-12&amp;to=2026-11-13&amp;carrier=vula&amp;by=package',
    );
  });

  it('say on which carrier subscribers are, with a file', () => {
    expect(cellsOf(html(), 'Which carrier are they on?')).toEqual([
      ['Carrier', 'Subscribed', 'Came', 'Went'],
      ['Karoo Mobile', '12', '0', '0'],
    ]);
    expect(html()).toContain('subscribers?from=2026-11-12&amp;to=2026-11-13&amp;by=carrier');
  });
});

describe('the titles that play worst', () => {
  const words = (network: 'wifi' | undefined, data: object[]) => {
    const query = { ...RANGE, order: 'slow' as const, limit: 20 };
    const input = { ...RANGE, ...(network ? { network } : {}) };
    return wordsOf(
      rendered(<WorstTitles input={input} order="slow" />, '/quality', [
        answer(titleReport, { query }, { ...HEAD, order: 'slow', data }),
      ]),
    );
  };
  const ALL = 'Of all networks';

  it('say that they are of all networks where one is chosen, also where there are none', () => {
    const slow = { kind: 'title', slug: 'a', title: 'A', plays: 2, started: 2, slow: 1 };
    const data = [{ ...slow, watched_seconds: 60, stalls: 0 }];
    expect(words('wifi', data)).toContain('take more than four seconds. Of all networks');
    expect(words('wifi', [])).toContain(ALL);
    expect(words(undefined, data)).not.toContain(ALL);
  });
});

describe('the VAT', () => {
  const html = (asked: { from: string; to: string }, counted: object, month: string) =>
    rendered(<LedgerScreen />, `/ledger?${new URLSearchParams(asked)}`, [
      answer(ledgerReport, { query: asked }, { ...HEAD, ...asked, accounts: [], data: [] }),
      answer(
        vatReport,
        { query: asked },
        {
          ...{ ...HEAD, ...counted },
          data: [
            {
              ...{ month, carrier: 'karoo', taken: '115.00', refunded: '0.00' },
              ...{ vat_taken: '15.00', vat_refunded: '0.00', vat_due: '15.00' },
            },
          ],
        },
      ),
    ]);

  it('names the whole months that it counts, and marks the one that is not over', () => {
    const shown = html(RANGE, { from: '2026-11-01', to: '2026-11-30' }, '2026-11');
    expect(wordsOf(shown)).toContain(
      wordsOf(
        `R15.00 for what was taken and given back. Counted are whole months: ${day('2026-11-01')} to ${day('2026-11-30')}. November 2026 is not over.`,
      ),
    );
    expect(cellsOf(shown, 'How much VAT is due?')[1]?.[0]).toBe('November 2026, so far');
  });

  it('says no more where whole months that are over were asked for', () => {
    const october = { from: '2026-10-01', to: '2026-10-31' };
    const shown = html(october, october, '2026-10');
    expect(wordsOf(shown)).toContain('given back. How much VAT is due?');
    expect(cellsOf(shown, 'How much VAT is due?')[1]?.[0]).toBe('October 2026');
  });
});
