// Reminders of live programmes on this device.
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createBrowserStorage } from '../storage/browser-storage.ts';
import { createReminders, MAX_REMINDERS, type StoredReminder } from './reminders.store.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-11-23T16:00:00Z');

let now: number;
let items: Map<string, string>;

/** The reminders of a tab: all tabs share one storage. */
const tab = () =>
  createReminders(
    createBrowserStorage(
      () => ({
        getItem: (key) => items.get(key) ?? null,
        setItem: (key, value) => void items.set(key, value),
        removeItem: (key) => void items.delete(key),
      }),
      () => now,
    ),
    () => now,
  );

/** A programme of an hour that starts `hours` after START. */
const programme = (hours: number, channel = 'lekgotla-now'): StoredReminder => ({
  channel,
  category: 'news-and-talk',
  name: 'Lekgotla Now',
  title: `Programme ${hours}`,
  startsAt: new Date(START + hours * HOUR).toISOString(),
  endsAt: new Date(START + (hours + 1) * HOUR).toISOString(),
});

beforeEach(() => {
  now = START;
  items = new Map();
});

describe('reminders', () => {
  test('survive a reload, soonest first, and are removed by a second press', () => {
    const first = tab();
    expect(first.toggle(programme(3))).toBe('set');
    expect(first.toggle(programme(1))).toBe('set');
    const reloaded = tab();
    expect(reloaded.current()).toEqual([programme(1), programme(3)]);
    expect(reloaded.nextDue()).toBe(START + HOUR);
    expect(reloaded.toggle(programme(1))).toBe('removed');
    expect(reloaded.current()).toEqual([programme(3)]);
    expect(tab().current()).toEqual([programme(3)]);
  });

  test('are due once, when the programme starts, in one tab only', () => {
    const [one, other] = [tab(), tab()];
    one.toggle(programme(1));
    other.refresh();
    expect(one.takeDue()).toEqual([]);
    now += HOUR;
    expect(one.takeDue()).toEqual([programme(1)]);
    expect([one.takeDue(), other.takeDue()]).toEqual([[], []]);
    expect(items.size).toBe(0);
  });

  test('of programmes that have ended are dropped without a word', () => {
    tab().toggle(programme(1));
    now += 2 * HOUR;
    const later = tab();
    expect([later.current(), later.takeDue()]).toEqual([[], []]);
  });

  test('that ended unseen leave the next one its time', () => {
    const reminders = tab();
    reminders.toggle(programme(1));
    reminders.toggle(programme(3));
    const heard = vi.fn();
    reminders.listen(heard);
    now += 2 * HOUR;
    expect(reminders.takeDue()).toEqual([]);
    expect(reminders.current()).toEqual([programme(3)]);
    expect(reminders.nextDue()).toBe(START + 3 * HOUR);
    // The timer for the next one is set by a listener.
    expect(heard).toHaveBeenCalledOnce();
  });

  test('of another shape are ignored, whoever stored them', () => {
    tab().toggle(programme(1));
    const stored = [...items.entries()];
    tab().toggle({ ...programme(2), title: 7 } as unknown as StoredReminder);
    expect(tab().current()).toEqual([programme(1)]);
    items = new Map(stored.map(([key]) => [key, 'nothing of ours']));
    expect(tab().current()).toEqual([]);
  });

  test('have a limit, and say so', () => {
    const reminders = tab();
    for (let hours = 1; hours <= MAX_REMINDERS; hours++)
      expect(reminders.toggle(programme(hours))).toBe('set');
    expect(reminders.toggle(programme(MAX_REMINDERS + 1))).toBe('full');
    expect(reminders.current()).toHaveLength(MAX_REMINDERS);
    expect(reminders.toggle(programme(1))).toBe('removed');
  });

  test('say that they failed where the browser stores nothing', () => {
    const forbidden = createReminders(
      createBrowserStorage(
        () => undefined,
        () => now,
      ),
      () => now,
    );
    expect(forbidden.toggle(programme(1))).toBe('failed');
    expect(forbidden.current()).toEqual([]);
  });

  test('tell their listeners of every change, another tab’s and a sign-out too', () => {
    const reminders = tab();
    const heard = vi.fn();
    const stop = reminders.listen(heard);
    tab().toggle(programme(1));
    reminders.refresh();
    expect(reminders.current()).toEqual([programme(1)]);
    items.clear();
    reminders.refresh();
    expect(reminders.current()).toEqual([]);
    expect(heard).toHaveBeenCalledTimes(2);
    stop();
    reminders.toggle(programme(2));
    expect(heard).toHaveBeenCalledTimes(2);
  });
});
