import type { Failure } from '@bonisa/player/faults';
import type { Refusal } from '@bonisa/player/playback';
import type { PlayRefusal } from './play-refusal.ts';

/** The text on the picture where playback has not begun. */
export function refusalWords({ reason, device }: Refusal): string {
  return reason === 'other_device'
    ? `Your subscription is playing on ${deviceWords(device)}. Stop it there to watch here.`
    : REFUSAL_WORDS[reason as keyof typeof REFUSAL_WORDS];
}

/** The button that plays here and stops the other device. */
export const TAKE_OVER = 'Stop it and watch here';

/** The text on the picture by reason; another device is named besides. */
export const REFUSAL_WORDS: Readonly<Record<Exclude<PlayRefusal, 'other_device'>, string>> = {
  visitor: 'Please confirm your number once more: press Watch, and you come straight back here.',
  expired:
    'Your subscription has ended. Press Watch to subscribe again: you come straight back here.',
  not_paid:
    'Watching is paused: your last payment could not be taken. Recharge, and press Watch again.',
  payment_pending:
    'Your payment is being confirmed by your network. Press Watch again in a minute.',
  other_package: 'This title comes with another package. Your account shows the packages.',
};

interface FailureWords {
  readonly title: string;
  readonly advice: string;
}

/** The text when playback has ended for good: what happened, and what helps. */
export function failureWords(failure: Failure, refusal: Refusal | undefined): FailureWords {
  if (failure !== 'refused' || !refusal) return FAILURE_WORDS[failure];
  if (refusal.reason === 'other_device')
    return {
      title: `Now playing on ${deviceWords(refusal.device)}`,
      advice: 'Your subscription plays there instead. Your place is kept.',
    };
  return STOPPED_WORDS[refusal.reason as keyof typeof STOPPED_WORDS] ?? FAILURE_WORDS.refused;
}

const STOPPED_WORDS: Readonly<Record<Exclude<PlayRefusal, 'other_device'>, FailureWords>> = {
  visitor: {
    title: 'You are signed out',
    advice: 'Your place is kept. Sign in with your number to go on.',
  },
  expired: {
    title: 'Your subscription has ended',
    advice: 'Your place is kept. Subscribe again to go on.',
  },
  not_paid: {
    title: 'Watching is paused',
    advice: 'Your last payment could not be taken. Recharge, and try again.',
  },
  payment_pending: {
    title: 'Your payment is being confirmed',
    advice: 'Your place is kept. Try again in a minute.',
  },
  other_package: {
    title: 'This title comes with another package',
    advice: 'Your place is kept. Your account shows the packages.',
  },
};

const FAILURE_WORDS: Readonly<Record<Failure, FailureWords>> = {
  network: {
    title: 'We lost the signal',
    advice: 'Your place is kept. It plays on by itself when the network is back.',
  },
  media: {
    title: 'This video stumbled',
    advice: 'Your place is kept. Trying again usually helps.',
  },
  missing: {
    title: 'This video is not available right now',
    advice: 'Please try again in a little while.',
  },
  refused: {
    title: 'Your time to watch has run out',
    advice: 'Try again, or look at your subscription under Profile.',
  },
  unsupported: {
    title: 'This browser cannot play our videos',
    advice: 'A newer version of Chrome, Firefox or Safari can.',
  },
};

const KIND_WORDS: Readonly<Record<string, string>> = {
  phone: 'a phone',
  tablet: 'a tablet',
  computer: 'a computer',
};

/** A device with the time since when it plays, such as `a tablet (since 14:05)`. */
function deviceWords(device: Refusal['device']): string {
  const kind = KIND_WORDS[device?.kind ?? ''] ?? 'another device';
  if (!device) return kind;
  const options = { hour: '2-digit', minute: '2-digit', hour12: false } as const;
  return `${kind} (since ${new Date(device.since).toLocaleTimeString('en-ZA', options)})`;
}
