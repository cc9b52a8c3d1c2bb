import { describe, expect, it } from 'vitest';
import { hasTurned, offAirAt, offAirNow } from './off-air.ts';

const at = (time: string) => Date.parse(`2026-11-20T${time}:00.000Z`);
const programme = (from: string, to: string) => ({
  startsAt: new Date(at(from)).toISOString(),
  endsAt: new Date(at(to)).toISOString(),
});
const day = [programme('06:00', '07:00'), programme('09:00', '10:00'), programme('10:00', '11:00')];

describe('a live channel', () => {
  it('is on air from the start of a programme to its end', () => {
    for (const time of ['06:00', '06:59', '09:00', '10:00'])
      expect([time, offAirAt(day, at(time))]).toEqual([time, undefined]);
  });

  it('is off air in a hole of its schedule, until the next programme', () => {
    expect(offAirAt(day, at('05:59'))).toEqual({ back: '2026-11-20T06:00:00.000Z' });
    expect(offAirAt(day, at('07:00'))).toEqual({ back: '2026-11-20T09:00:00.000Z' });
  });

  it('is off air without a time to come back where nothing is planned', () => {
    expect(offAirAt([], at('07:00'))).toEqual({ back: null });
  });

  it('is on air or off air now also in a window of another time', () => {
    const tomorrow = [programme('18:00', '19:00')];
    expect(offAirNow({ programmes: tomorrow, near: day }, at('06:30'))).toBeUndefined();
    expect(offAirNow({ programmes: day, near: tomorrow }, at('06:30'))).toEqual({
      back: '2026-11-20T18:00:00.000Z',
    });
    expect(offAirNow({ programmes: tomorrow, near: null }, at('18:30'))).toBeUndefined();
  });

  it('has turned where it went on or off air since its page was read, and only there', () => {
    const channel = { programmes: day, near: null };
    const turned = (read: string, time: string) => hasTurned(channel, at(read), at(time));
    expect(turned('05:59', '06:00')).toBe(true);
    expect(turned('06:59', '07:00')).toBe(true);
    expect(turned('09:59', '10:00')).toBe(false);
    expect(turned('07:00', '08:59')).toBe(false);
    expect(turned('06:00', '06:00')).toBe(false);
  });

  it('counts as on air once all programmes that the page knows have ended', () => {
    expect(offAirAt(day, at('11:00'))).toBeUndefined();
  });
});
