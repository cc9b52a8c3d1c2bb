import type { Failure } from '@bonisa/player/faults';

/** The text when playback has ended for good: what happened, and what helps. */
export const FAILURE_WORDS: Readonly<Record<Failure, { title: string; advice: string }>> = {
  network: {
    title: 'We lost the signal',
    advice: 'Your place is kept. Try again when the network is back.',
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
