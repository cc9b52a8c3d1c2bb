// The guide's windows of time.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysOf, neighboursOf, windowName, windowNamed, windowNow } from './guide-window.ts';

const HOUR = 3_600_000;
const instants = fc.date({
  min: new Date('2020-01-01'),
  max: new Date('2040-01-01'),
  noInvalidDate: true,
});

describe('the guide', () => {
  it('starts the view of now at the half hour before', () => {
    expect(windowNow(new Date('2026-11-23T16:44:59Z'))).toEqual({
      from: new Date('2026-11-23T16:30:00Z'),
      to: new Date('2026-11-23T19:30:00Z'),
    });
  });

  it('names a window by its day and hour in South Africa', () => {
    expect(windowName(new Date('2026-11-23T22:00:00Z'))).toBe('2026-11-24t00');
    expect(windowNamed('2026-11-24t00', new Date('2026-11-23T16:44:59Z'))).toEqual({
      from: new Date('2026-11-23T22:00:00Z'),
      to: new Date('2026-11-24T01:00:00Z'),
    });
  });

  it.each([
    ['another hour', '2026-11-23t19'],
    ['a day that does not exist', '2026-02-30t18'],
    ['capital letters', '2026-11-23T18'],
    ['what a viewer can no longer start over', '2026-11-23t12'],
    ['what nobody has planned', '2026-12-01t00'],
    ['another text', 'now'],
  ])('has no window for %s', (_, name) => {
    expect(windowNamed(name, new Date('2026-11-23T16:44:59Z'))).toBeUndefined();
  });

  it('is reached completely by the links to earlier and later windows, from any time', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(3, 24), (now, hours) => {
        let window = windowNow(now, hours);
        const seen = new Set<string>();
        for (let name = neighboursOf(window, now, hours).earlier; name !== undefined; ) {
          window = windowNamed(name, now, hours) ?? expect.fail(`no window ${name}`);
          name = neighboursOf(window, now, hours).earlier;
        }
        const first = window.from.getTime();
        for (let name: string | undefined = windowName(window.from); name !== undefined; ) {
          window = windowNamed(name, now, hours) ?? expect.fail(`no window ${name}`);
          seen.add(name);
          name = neighboursOf(window, now, hours).later;
        }
        expect(first + hours * HOUR).toBeGreaterThan(now.getTime() - 2 * HOUR);
        expect(seen.size).toBe((window.to.getTime() - first) / (hours * HOUR));
        for (const { name } of daysOf(now).slice(1)) expect(seen).toContain(name);
      }),
      { numRuns: 200 },
    );
  });
});
