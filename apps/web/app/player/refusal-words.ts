import type { Failure } from '@bonisa/player/faults';
import type { Refusal } from '@bonisa/player/play-source';
import { timeOfDay } from '../words/dates.ts';
import { say } from '../words/words.ts';
import type { PlayRefusal } from './play-refusal.ts';

type Reason = Exclude<PlayRefusal, 'other_device'>;

/** The text on the picture where playback has not begun; another device is named besides. */
export function refusalWords({ reason, device }: Refusal): string {
  return reason === 'other_device'
    ? say('player.refused.other_device', { device: deviceWords(device) })
    : REFUSAL_WORDS[reason as Reason]();
}

const REFUSAL_WORDS: Readonly<Record<Reason, () => string>> = {
  visitor: () => say('player.refused.visitor'),
  expired: () => say('player.refused.expired'),
  not_paid: () => say('player.refused.not_paid'),
  payment_pending: () => say('player.refused.payment_pending'),
  other_package: () => say('player.refused.other_package'),
  preview_only: () => say('player.refused.preview_only'),
};

interface FailureWords {
  readonly title: string;
  readonly advice: string;
}

/** The text when playback has ended for good: what happened, and what helps. */
export function failureWords(failure: Failure, refusal: Refusal | undefined): FailureWords {
  if (failure !== 'refused' || !refusal) return FAILURE_WORDS[failure]();
  if (refusal.reason === 'other_device')
    return {
      title: say('player.failed.on_device', { device: deviceWords(refusal.device) }),
      advice: say('player.failed.on_device.help'),
    };
  return STOPPED_WORDS[refusal.reason as Reason]?.() ?? FAILURE_WORDS.refused();
}

const STOPPED_WORDS: Readonly<Record<Reason, () => FailureWords>> = {
  visitor: () => ({
    title: say('player.failed.visitor'),
    advice: say('player.failed.visitor.help'),
  }),
  expired: () => ({
    title: say('player.failed.expired'),
    advice: say('player.failed.expired.help'),
  }),
  not_paid: () => ({
    title: say('player.failed.not_paid'),
    advice: say('player.failed.not_paid.help'),
  }),
  payment_pending: () => ({
    title: say('player.failed.payment_pending'),
    advice: say('player.failed.payment_pending.help'),
  }),
  other_package: () => ({
    title: say('player.failed.other_package'),
    advice: say('player.failed.other_package.help'),
  }),
  preview_only: () => ({ title: say('player.refused.preview_only'), advice: '' }),
};

const FAILURE_WORDS: Readonly<Record<Failure, () => FailureWords>> = {
  network: () => ({
    title: say('player.failed.network'),
    advice: say('player.failed.network.help'),
  }),
  media: () => ({ title: say('player.failed.media'), advice: say('player.failed.media.help') }),
  missing: () => ({
    title: say('player.failed.missing'),
    advice: say('player.failed.missing.help'),
  }),
  refused: () => ({
    title: say('player.failed.refused'),
    advice: say('player.failed.refused.help'),
  }),
  unsupported: () => ({
    title: say('player.failed.unsupported'),
    advice: say('player.failed.unsupported.help'),
  }),
};

const KIND_WORDS: Readonly<Record<string, () => string>> = {
  phone: () => say('player.device.phone'),
  tablet: () => say('player.device.tablet'),
  computer: () => say('player.device.computer'),
  television: () => say('player.device.television'),
};

/** A device with the time since when it plays, such as `a tablet (since 14:05)`. */
function deviceWords(device: Refusal['device']): string {
  const kind = KIND_WORDS[device?.kind ?? '']?.() ?? say('player.device.other');
  if (!device) return kind;
  return say('player.device.since', { device: kind, time: timeOfDay(new Date(device.since)) });
}
