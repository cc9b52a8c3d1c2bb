// One subscription plays on a limited number of devices at once.
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_DEVICE_PLACES,
  decidePlace,
  LEASE_MS,
  type PlaceRequest,
  type PlayingDevice,
  placesOf,
} from './playing-devices.ts';

const now = new Date('2026-11-22T14:00:00Z');
const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);
const device = (session: string, facts: Partial<PlayingDevice> = {}): PlayingDevice => ({
  session,
  playId: `play of ${session}`,
  kind: 'phone',
  since: ago(600),
  seenAt: ago(20),
  heldUntil: new Date(now.getTime() + LEASE_MS - 20_000),
  takenOver: null,
  ...facts,
});
const decide = (
  devices: readonly PlayingDevice[],
  session: string,
  request: PlaceRequest,
  places = 1,
) => decidePlace(devices, session, request, { places, now });

describe('the places of a subscription', () => {
  it('are one for the daily package and two for the others, unless configured', () => {
    const of = (id: string) => placesOf(id, DEFAULT_DEVICE_PLACES);
    expect([of('p-grtv-daily-c-01'), of('p-grtv-weekly-c-01'), of('p-grtv-monthly-c-01')]).toEqual([
      1, 2, 2,
    ]);
    expect(placesOf('p-grtv-daily-c-01', { ...DEFAULT_DEVICE_PLACES, daily: 3 })).toBe(3);
  });

  it('go to the first device that asks, and again to the device that holds one', () => {
    expect(decide([], 'a', 'play')).toEqual({ granted: true, since: now, stops: [] });
    const own = device('a');
    for (const request of ['play', 'go_on'] as const)
      expect(decide([own], 'a', request)).toEqual({ granted: true, since: own.since, stops: [] });
  });

  it('are refused to one device too many, and the refusal names the device that began first', () => {
    const [first, second] = [
      device('a', { kind: 'computer', since: ago(900) }),
      device('b', { kind: 'tablet' }),
    ];
    expect(decide([first], 'c', 'play', 2)).toMatchObject({ granted: true });
    for (const request of ['play', 'go_on'] as const)
      expect(decide([second, first], 'c', request, 2)).toEqual({
        granted: false,
        device: { kind: 'computer', since: ago(900) },
      });
  });

  it('are taken over from the device that began first, and from no more than needed', () => {
    const [first, second] = [device('a', { since: ago(900) }), device('b')];
    expect(decide([second, first], 'c', 'take_over', 2)).toEqual({
      granted: true,
      since: now,
      stops: [first],
    });
    expect(decide([second, first], 'c', 'take_over', 3)).toMatchObject({ stops: [] });
    expect(decide([second, first], 'c', 'take_over', 1)).toMatchObject({ stops: [first, second] });
  });

  it('are freed by a device that vanished, exactly when its lease ends', () => {
    const seen = (ms: number) =>
      device('a', { heldUntil: new Date(now.getTime() - ms + LEASE_MS) });
    expect(decide([seen(LEASE_MS - 1)], 'b', 'play')).toMatchObject({ granted: false });
    expect(decide([seen(LEASE_MS)], 'b', 'play')).toMatchObject({ granted: true });
  });

  it('are not kept by a device that was stopped, although its viewer may begin again there', () => {
    const stopped = device('a', { takenOver: { kind: 'tablet', since: ago(15) } });
    expect(decide([stopped], 'a', 'go_on')).toEqual({
      granted: false,
      device: { kind: 'tablet', since: ago(15) },
    });
    expect(decide([stopped], 'b', 'play')).toMatchObject({ granted: true });
    expect(decide([stopped], 'a', 'play')).toEqual({ granted: true, since: now, stops: [] });
  });

  it('are open to a device that was stopped long ago', () => {
    const stopped = device('a', { takenOver: { kind: 'tablet', since: ago(3600) } });
    expect(decide([stopped], 'a', 'go_on')).toMatchObject({ granted: true, since: now });
  });

  it('are lost by the device that began last when there are fewer of them', () => {
    const [first, second] = [device('a', { since: ago(900) }), device('b')];
    expect(decide([first, second], 'a', 'go_on')).toMatchObject({ granted: true });
    expect(decide([first, second], 'b', 'go_on')).toMatchObject({ granted: false });
  });

  it('are never full twice: of two devices that began together exactly one goes on', () => {
    const both = [device('a'), device('b')];
    const granted = ['a', 'b'].map((session) => decide(both, session, 'go_on').granted);
    expect(granted).toEqual([true, false]);
  });
});
