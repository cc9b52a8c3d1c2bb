import { rand } from '../design/money.ts';

/** Cents of an amount as the calls write it. */
export function cents(amount: string): number {
  return Math.round(Number(amount) * 100);
}

/** An amount of a call for people. */
export function money(amount: string): string {
  return rand(cents(amount));
}

/** An amount on an axis: `R1.2m`. */
export function shortMoney(value: number): string {
  const whole = value / 100;
  if (Math.abs(whole) >= 1e6) return `R${trimmed(whole / 1e6)}m`;
  if (Math.abs(whole) >= 1e4) return `R${trimmed(whole / 1e3)}k`;
  return `R${trimmed(whole)}`;
}

/** A count on an axis: `1.2m`. */
export function shortCount(value: number): string {
  if (Math.abs(value) >= 1e6) return `${trimmed(value / 1e6)}m`;
  if (Math.abs(value) >= 1e4) return `${trimmed(value / 1e3)}k`;
  return trimmed(value);
}

/** A part of a whole: `12 %`. */
export function share(part: number, whole: number): string {
  return whole === 0 ? '0 %' : `${Math.round((part / whole) * 100)} %`;
}

function trimmed(value: number): string {
  return String(Math.round(value * 10) / 10);
}

const REASONS: Readonly<Record<string, string>> = {
  insufficient_airtime: 'Not enough airtime',
  spending_limit: 'Spending limit reached',
  billing_blocked: 'Content billing is blocked',
  not_on_network: 'Not on the carrier’s network',
  refused: 'Refused by the carrier',
  carrier_unavailable: 'The carrier could not be asked',
  not_taken: 'The carrier never had it',
  processing: 'The carrier is working on it',
  timed_out: 'The carrier did not answer',
  connection_lost: 'The connection was lost',
  carrier_error: 'An error at the carrier',
  misconfigured: 'The carrier refuses our requests',
};

/** Why a charge was denied or is unknown, for people. */
export function reasonWords(reason: string): string {
  return REASONS[reason] ?? (reason === '' ? 'Being asked for' : reason.replaceAll('_', ' '));
}
