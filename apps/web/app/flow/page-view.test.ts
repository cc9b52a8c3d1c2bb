import { describe, expect, test } from 'vitest';
import {
  type DataLayerHost,
  makeDataLayer,
  type PageViewEvent,
  pushPageView,
} from './page-view.ts';

const EVENT: PageViewEvent = {
  event: 'page_view',
  page_path: '/subscribe/complete',
  page_title: 'Welcome',
  package_id: 'p-grtv-daily-c-01',
  transaction_id: 'tx-1',
};

/** A test clock: runs what waits, and records the pauses. */
function clock() {
  const pauses: number[] = [];
  const waiting: (() => void)[] = [];
  return {
    pauses,
    wait: (then: () => void, ms: number) => {
      pauses.push(ms);
      waiting.push(then);
    },
    tick: () => waiting.shift()?.(),
    runAll() {
      while (waiting.length > 0) waiting.shift()?.();
    },
  };
}

// B4
describe('pushPageView', () => {
  test('pushes the event onto the data layer and creates the layer if absent', () => {
    const host: DataLayerHost = {};
    makeDataLayer(host);
    const layer = host.dataLayer;
    pushPageView(host, EVENT, clock().wait);
    expect(host.dataLayer).toBe(layer);
    expect(host.dataLayer).toEqual([EVENT]);
  });

  test('adds one entry to an existing layer', () => {
    const host = { dataLayer: [{ event: 'gtm.js' }] };
    const time = clock();
    pushPageView(host, EVENT, time.wait);
    time.runAll();
    expect(host.dataLayer).toEqual([{ event: 'gtm.js' }, EVENT]);
  });

  test.each([
    [
      'fails',
      {
        push: () => {
          throw new Error('not loaded');
        },
      },
    ],
    ['is not there', 'something else'],
  ])('retries five times, 200 ms apart, where the tag manager %s', (_, dataLayer) => {
    const time = clock();
    const heard: boolean[] = [];
    pushPageView({ dataLayer }, EVENT, time.wait, (pushed) => heard.push(pushed));
    time.runAll();
    expect(time.pauses).toEqual([200, 200, 200, 200, 200]);
    expect(heard).toEqual([false]);
  });

  test('succeeds as soon as the tag manager works', () => {
    const got: unknown[] = [];
    let tries = 0;
    const dataLayer = {
      push(event: unknown) {
        tries += 1;
        if (tries < 3) throw new Error('not loaded');
        got.push(event);
      },
    };
    const time = clock();
    const heard: boolean[] = [];
    pushPageView({ dataLayer }, EVENT, time.wait, (pushed) => heard.push(pushed));
    time.runAll();
    expect(got).toEqual([EVENT]);
    expect(heard).toEqual([true]);
    expect(time.pauses).toHaveLength(2);
  });
});
