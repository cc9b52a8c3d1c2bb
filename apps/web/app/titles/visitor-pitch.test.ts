import { describe, expect, it } from 'vitest';
import { visitorPitch } from './visitor-pitch.ts';

describe('visitorPitch', () => {
  it('names the cheapest offer, in whole rand where it is whole', () => {
    expect(visitorPitch([{ price: 500, period: 'day', trial: true }])).toBe(
      'First day free, then from R5 a day on airtime.',
    );
    expect(
      visitorPitch([
        { price: 2500, period: 'month', trial: true },
        { price: 1250, period: 'week', trial: true },
      ]),
    ).toBe('First day free, then from R12.50 a week on airtime.');
  });

  it('promises no free day before the price of a package that has none', () => {
    expect(
      visitorPitch([
        { price: 2500, period: 'month', trial: true },
        { price: 1250, period: 'week', trial: false },
      ]),
    ).toBe('From R12.50 a week on airtime.');
    // Whoever chooses the dearer package has no free day.
    expect(
      visitorPitch([
        { price: 500, period: 'day', trial: true },
        { price: 2500, period: 'month', trial: false },
      ]),
    ).toBe('From R5 a day on airtime.');
    expect(visitorPitch([{ price: 500, period: 'day', trial: false }])).toBe(
      'From R5 a day on airtime.',
    );
  });

  it('promises nothing where nothing is offered', () => {
    expect(visitorPitch([])).toBe('');
  });
});
