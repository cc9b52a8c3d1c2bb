import type { StoredItem } from './browser-storage.ts';
import { POSITION_ITEMS } from './position-items.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** As long as the server counts a number as proven after the network vouched for it. */
const PROOF = HOUR / 4;
/** As long as a fraud kit's token is valid. */
const KIT = HOUR / 2;

/** The profile as the page stores it (row E4). */
export interface StoredProfile {
  readonly msisdn: string;
  readonly user_id: string;
  readonly rating_id: string | null;
  readonly package_id: string | null;
}

/** The chosen package (row E2). */
export interface SelectedSubscription {
  readonly free_id: string;
  readonly service_id: string;
  readonly service_key: string;
  readonly amount: string;
  readonly service_period: string;
  readonly message: string;
  readonly name: string;
}

/**
 * The active package (row E3); both dates are `YYYY-MM-DD HH:mm:ss` in the browser's local time.
 */
export interface ActivePackage {
  readonly subscriber_id: string;
  readonly package_id: string;
  readonly purchase_date: string;
  readonly expiry_date: string;
  readonly transaction_id: string;
  /** In days. */
  readonly duration: number;
  readonly amount: string;
}

type Field = 'string' | 'number' | 'boolean' | 'string?';

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fits(value: unknown, field: Field): boolean {
  return field === 'string?' ? value === null || typeof value === 'string' : typeof value === field;
}

/** Creates a check that a value is an object with these fields. */
export function shapeCheck<Value extends object>(
  fields: { readonly [Name in keyof Value]-?: Field },
): (value: unknown) => value is Value {
  return (value): value is Value =>
    isRecord(value) &&
    Object.entries<Field>(fields).every(([name, field]) => fits(value[name], field));
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(isText);
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isYes = (value: unknown): value is true => value === true;
const entry = <Value>(
  key: string,
  lifetime: number | null,
  is: (value: unknown) => value is Value,
): StoredItem<Value> => ({ key, lifetime, is });
const text = (key: string, lifetime: number | null = null): StoredItem<string> =>
  entry(key, lifetime, isText);

const isProfile = shapeCheck<StoredProfile>({
  msisdn: 'string',
  user_id: 'string',
  rating_id: 'string?',
  package_id: 'string?',
});
const isSelected = shapeCheck<SelectedSubscription>({
  free_id: 'string',
  service_id: 'string',
  service_key: 'string',
  amount: 'string',
  service_period: 'string',
  message: 'string',
  name: 'string',
});
const isActivePackage = shapeCheck<ActivePackage>({
  subscriber_id: 'string',
  package_id: 'string',
  purchase_date: 'string',
  expiry_date: 'string',
  transaction_id: 'string',
  duration: 'number',
  amount: 'string',
});

/**
 * What local storage has of a viewer (rows E11, B2), by the specification's names;
 * `data/data-storage.ts` and `data/data-choice.ts` have what it has of the device.
 */
export const STORED_ITEMS = {
  profile: entry('profile', HOUR, isProfile),
  ratings: entry('ratings', HOUR, isList),
  videoPositions: POSITION_ITEMS.video,
  episodePositions: POSITION_ITEMS.episode,
  subscription: entry('subscription', null, isSelected),
  packageId: text('package_id'),
  activePackage: entry('active_package', null, isActivePackage),
  contentBlockOverride: entry('contentblock_override', null, isYes),
  /** For display only: the server's session is authoritative. */
  heMsisdn: text('he_msisdn', PROOF),
  heToken: text('HE_token', PROOF),
  /** The number, to prefill the field: a hint, never a credential. */
  uToken: text('U_token'),
  fraudScript: text('fraud_script', KIT),
  fraudTransactionId: text('fraud_transaction_id', KIT),
  fraudToken: text('fraud_token', KIT),
  /** Not in the specification: the searches made on this device, latest first. */
  recentSearches: entry('recent_searches', 30 * DAY, isTexts),
  /** Programmes of live channels; `live/reminders.store.ts` checks each. */
  reminders: entry('reminders', null, isList),
};

/**
 * Keys of session storage, which a tab keeps across reloads; the modules that use them define the
 * items.
 */
export const SESSION_KEYS = {
  flow: 'flow',
  cameFor: 'came_for',
  pendingAddition: 'pending_addition',
  paymentBanner: 'payment_banner',
} as const;
