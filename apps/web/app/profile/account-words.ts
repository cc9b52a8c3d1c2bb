import type { SignedInViewer } from '../browser/viewer.ts';

type State = NonNullable<SignedInViewer['subscription']>['state'];

/** A subscription's state in plain words. */
export const STATE_WORDS: Readonly<Record<State, string>> = {
  pending: 'Payment is being confirmed',
  trial: 'Free first day',
  active: 'Active',
  grace: 'Active, payment is due',
  parked: 'On hold until there is airtime',
  cancelled: 'Cancelled',
  expired: 'Ended',
  blocked: 'Stopped',
};

/** Whether airtime would be taken again, so that there is something to cancel. */
export function renews(state: State): boolean {
  return state === 'trial' || state === 'active' || state === 'grace' || state === 'parked' || state === 'pending';
}

/** `27821234567` -> `082 ••• 4567`: enough to know it as one's own, not enough to read it over a shoulder. */
export function numberHint(msisdn: string): string {
  return `0${msisdn.slice(2, 4)} ••• ${msisdn.slice(-4)}`;
}

const DAY = new Intl.DateTimeFormat('en-ZA', {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
  timeZone: 'Africa/Johannesburg',
});

/** An instant as people in South Africa say it. */
export function dayWords(instant: string): string {
  return DAY.format(new Date(instant));
}
