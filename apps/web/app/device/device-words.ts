import type { ReplyOf } from '@bonisa/contract/calls';
import { say } from '../words/words.ts';

export type ListedDevice = ReplyOf<'devices'>['devices'][number];

/** The word for a kind of device. */
export function kindWords(kind: ListedDevice['kind']): string {
  switch (kind) {
    case 'phone':
      return say('device.phone');
    case 'tablet':
      return say('device.tablet');
    case 'computer':
      return say('device.computer');
    case 'television':
      return say('device.television');
    case 'other':
      return say('device.other');
  }
}

/** A device of the list by its own name where it has one, with its kind. */
export function deviceWords({ type, kind, name }: ListedDevice): string {
  if (type === 'browser') return say('device.browser', { kind: kindWords(kind) });
  return name ? `${name} (${kindWords(kind)})` : kindWords(kind);
}

/** How long ago an instant was, in whole minutes; never negative where clocks differ. */
export function minutesSince(instant: string, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - new Date(instant).getTime()) / 60_000));
}
