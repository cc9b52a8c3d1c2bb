import { describe, expect, it } from 'vitest';
import { DATA_BUDGET } from '../data/data-storage.ts';
import { STORED_ITEMS } from '../storage/stored-items.ts';
import { type Arrival, needsScriptAtOnce, pressNeedsScript, STORED_TASKS } from './first-need.ts';

const VISITOR: Arrival = {
  isMember: false,
  hasOtherCosts: false,
  hasMouse: false,
  search: '',
  hash: '',
  stores: () => false,
};

describe('a visit', () => {
  it('of a visitor with a phone needs no script, on a further page of a list either', () => {
    expect(needsScriptAtOnce(VISITOR)).toBe(false);
    expect(needsScriptAtOnce({ ...VISITOR, search: '?page=2&genre=drama' })).toBe(false);
  });

  it.each<[string, Partial<Arrival>]>([
    ['of a member', { isMember: true }],
    ['of a device with other costs', { hasOtherCosts: true }],
    ['with a mouse', { hasMouse: true }],
    ['that opens a search', { search: '?q=isibane' }],
    ['that plays', { search: '?genre=drama&play=1' }],
    ['to a part of the page', { hash: '#titles' }],
    ...STORED_TASKS.map((task): [string, Partial<Arrival>] => [
      `of a device that stores ${task}`,
      { stores: (key) => key === task },
    ]),
  ])('%s needs it at once', (_, more) => {
    expect(needsScriptAtOnce({ ...VISITOR, ...more })).toBe(true);
  });

  it('knows the keys under which this is stored', () => {
    const { reminders, videoPositions, episodePositions } = STORED_ITEMS;
    expect(STORED_TASKS).toEqual(
      [reminders, videoPositions, episodePositions, DATA_BUDGET].map(({ key }) => key),
    );
  });
});

describe('a press', () => {
  /** An element within those that `around` names, nearest first. */
  const within = (...around: string[]): Element =>
    ({
      closest(selector: string) {
        const at = around.findIndex((one) => selector.split(',').includes(one));
        return at < 0 ? null : within(...around.slice(at));
      },
    }) as unknown as Element;

  it('of a control needs the script, and so does a link that acts in place', () => {
    expect(pressNeedsScript(within('svg', 'button'))).toBe(true);
    expect(pressNeedsScript(within('input'))).toBe(true);
    expect(pressNeedsScript(within('a[data-in-place]'))).toBe(true);
    expect(pressNeedsScript(within('svg', 'a[aria-haspopup]'))).toBe(true);
  });

  it('of words, of another link or in a form that works without one needs none', () => {
    expect(pressNeedsScript(within('p', 'main'))).toBe(false);
    expect(pressNeedsScript(within('span', 'a'))).toBe(false);
    expect(pressNeedsScript(within('button', '[data-native]'))).toBe(false);
  });
});
