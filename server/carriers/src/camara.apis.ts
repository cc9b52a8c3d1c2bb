/** The CAMARA APIs in use, and the settings of each. */
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { toE164 } from '@bonisa/domain/numbers/msisdn';

/**
 * `legs`: 2 is a token of our own, with the number in the body; 3 is a token for the number (JWT
 * bearer), and the body must not name it. `perPage`: how many entries of a list are asked for.
 */
export interface ApiSettings {
  /** The address below which `/<name>/<version>` stands. */
  readonly root: string;
  readonly version: string;
  readonly legs: 2 | 3;
  readonly perPage: number;
  /** Our merchant name, at a carrier that lists the payments of several merchants. */
  readonly merchant?: string;
}

/** The versions that this adapter was written for; the message API is agreed with the carrier. */
export const API_VERSIONS = {
  'one-time-password-sms': 'v1',
  'kyc-age-verification': 'v0.2',
  'number-recycling': 'v0.2',
  'carrier-billing': 'v0.5',
  'carrier-billing-refund': 'v0.3',
  messages: 'v1',
} as const;

export type ApiName = keyof typeof API_VERSIONS;
export type Apis = Readonly<Record<ApiName, ApiSettings>>;
/** What differs from the defaults, by API. */
export type ApiChoices = { readonly [Name in ApiName]?: Partial<ApiSettings> };

export const API_NAMES = Object.keys(API_VERSIONS) as readonly ApiName[];
/**
 * The APIs for which the carrier may require a token for the number. The others have one way only.
 */
export const APIS_WITH_LEGS = [
  'kyc-age-verification',
  'number-recycling',
  'carrier-billing',
  'carrier-billing-refund',
] as const;
export const APIS_WITH_LISTS = ['carrier-billing', 'carrier-billing-refund'] as const;
const PER_PAGE = 100;

/** The settings of every API: the carrier's own root and the defaults, unless chosen otherwise. */
export function settingsOf(root: string, choices: ApiChoices = {}): Apis {
  const of = (name: ApiName): ApiSettings => ({
    root,
    version: API_VERSIONS[name],
    legs: 2,
    perPage: PER_PAGE,
    ...choices[name],
  });
  return Object.fromEntries(API_NAMES.map((name) => [name, of(name)])) as Record<
    ApiName,
    ApiSettings
  >;
}

/** How a call names its number: `forNumber` in its token, or `phoneNumber` in its body. */
export interface Identified {
  readonly token: { readonly forNumber?: Msisdn };
  readonly body: { readonly phoneNumber?: string };
}

/** Without a number (it was removed, or has a new owner) a two-legged token must do. */
export function identified({ legs }: ApiSettings, msisdn: Msisdn | undefined): Identified {
  if (msisdn === undefined) return { token: {}, body: {} };
  return legs === 3
    ? { token: { forNumber: msisdn }, body: {} }
    : { token: {}, body: { phoneNumber: toE164(msisdn) } };
}
