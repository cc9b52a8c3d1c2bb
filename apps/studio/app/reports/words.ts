import type { PlayNetwork } from '@bonisa/domain/playback/play-figures';
import { count, rand } from '../design/money.ts';
import { day, monthWords } from '../design/time.ts';

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

const ACCOUNTS: Readonly<Record<string, string>> = {
  carrier_receivable: 'Carriers owe us',
  carrier_share: 'Carriers’ share',
  refunds: 'Refunds (without VAT)',
  revenue: 'Revenue (without VAT)',
  settlement: 'Paid by carriers',
  vat_output: 'VAT we owe',
  write_off: 'Written off',
};

/** An account of the ledger as finance people call it. */
export function accountName(account: string): string {
  return ACCOUNTS[account] ?? account;
}

const REASONS: Readonly<Record<string, string>> = {
  insufficient_airtime: 'Not enough airtime',
  spending_limit: 'Spending limit reached',
  billing_blocked: 'Content billing is blocked',
  not_on_network: 'Not on the carrier’s network',
  refused: 'Refused by the carrier',
  carrier_unavailable: 'The carrier did not answer us',
  not_asked: 'We did not ask the carrier',
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

/** A carrier or package of a report. */
export interface Named {
  readonly key: string;
  readonly name: string | null;
}

/** Its name for people; its id where it is not configured any more. */
export function nameOf({ key, name }: Named): string {
  return name ?? key;
}

/** Networks for people. */
export const NETWORK_NAMES: Readonly<Record<PlayNetwork, string>> = {
  mobile: 'Mobile data',
  wifi: 'Wi-Fi or cable',
  unknown: 'Not named',
};

/** A waiting time: `0.8 s`; a dash where there is none. */
export function waitWords(ms: number | null): string {
  return ms === null ? '–' : `${(ms / 1000).toFixed(ms < 9950 ? 1 : 0)} s`;
}

/** Bytes: `1.2 MB`, `34 GB`; 1 MB is 1,000,000 bytes, as on the site. */
export function byteWords(bytes: number): string {
  const units = [' B', ' kB', ' MB', ' GB', ' TB', ' PB'];
  let [value, unit] = [bytes, 0];
  while (value >= 999.5 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${value < 9.95 && unit > 1 ? value.toFixed(1) : Math.round(value)}${units[unit]}`;
}

/** Watched time: `20 s`, `12 min`, `3.4 h`, `1 234 h`. */
export function hourWords(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  const hours = seconds / 3600;
  return `${hours < 99.5 ? Math.round(hours * 10) / 10 : count(Math.round(hours))} h`;
}

/** How often something happens in an hour that is watched. */
export function perHour(n: number, seconds: number): number {
  return seconds === 0 ? 0 : (n * 3600) / seconds;
}

/** A rate with one digit, two for small ones: `0.42`, `3.1`. */
export function rateWords(rate: number): string {
  return rate === 0 ? '0' : rate < 0.95 ? rate.toFixed(2) : rate.toFixed(1);
}

/** The lines of a picture for people. */
export function heightWords(height: number): string {
  if (height === 0) return 'Sound alone';
  return height === 240 ? 'Up to 240 lines' : `${height} lines`;
}

interface Range {
  readonly from: string;
  readonly to: string;
}

/** Says which whole months a report has counted instead of the asked range; else nothing. */
export function monthsWords(counted: Range, asked: Range): string {
  return counted.from === asked.from && counted.to === asked.to
    ? ''
    : ` Counted are whole months: ${day(counted.from)} to ${day(counted.to)}.`;
}

/** Says that a figure is of all networks where one is chosen; else nothing. */
export function allNetworksWords(chosen: PlayNetwork | undefined): string {
  return chosen === undefined ? '' : ' Of all networks: titles are not counted by network.';
}

/** A month of a report for people, with a mark while it is not over. */
export function monthCell(month: string, today: string): string {
  return `${monthWords(month)}${month < today.slice(0, 7) ? '' : ', so far'}`;
}

/** Says that the last month of a report is not over yet; else nothing. */
export function unfinishedWords(counted: Range, today: string): string {
  const month = today.slice(0, 7);
  return counted.from <= today && counted.to >= today ? ` ${monthWords(month)} is not over.` : '';
}
