import { PACKAGES } from '@bonisa/domain/package-catalogue';
import { describe, expect, it } from 'vitest';
import { visitorPitch } from './visitor-pitch.ts';

describe('visitorPitch', () => {
  it('names the cheapest offer, in whole rand where it is whole', () => {
    expect(visitorPitch(PACKAGES)).toBe('First day free, then from R5 a day on airtime.');
    expect(
      visitorPitch([
        { price: 2500, period: 'month' },
        { price: 1250, period: 'week' },
      ]),
    ).toBe('First day free, then from R12.50 a week on airtime.');
  });

  it('promises nothing where nothing is offered', () => {
    expect(visitorPitch([])).toBe('');
  });
});
