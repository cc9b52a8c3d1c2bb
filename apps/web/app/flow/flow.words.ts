import { durationDays } from '@bonisa/domain/packages/package-catalogue';
import { say } from '../words/words.ts';
import type { Offer } from './flow.state.ts';

/** No readable answer to the status check (row X1). */
export const statusUnknown = (): string => say('flow.error.status');

/** No package chosen (row V3). */
export const packageMissing = (): string => say('flow.error.package');

/** No answer to a call; the entered values are still there. */
export const noConnection = (): string => say('flow.error.connection');

/** Shown for a malformed OTP (row V2). */
export const invalidOtp = (): string => say('flow.error.otp');

/** Shown for insufficient airtime (row X5). */
export const insufficientAirtime = (): string => say('flow.error.airtime');

export interface ShownFailure {
  /** The field with the error; `null` for a separate notice. */
  readonly field: 'otp' | null;
  readonly text: string;
}

/**
 * The text to show for the description of a refused subscribe (rows X4 to X6). Only this function
 * reads the description. 'otp' or 'timed out' in any case is the OTP error, followed by the
 * text; 'insufficient' has its own text; every other refusal is shown by its text. `text`: that of
 * the server, or in other languages than English that of the outcome.
 */
export function describeFailure(description: string, text = description): ShownFailure {
  const lower = description.toLowerCase();
  if (lower.includes('otp') || lower.includes('timed out'))
    return { field: 'otp', text: otpError(description, text) };
  if (lower.includes('insufficient')) return { field: null, text: insufficientAirtime() };
  return { field: null, text };
}

function otpError(description: string, text: string): string {
  const plain = description.trim().toLowerCase().replace(/\.$/, '');
  return plain === 'invalid otp' ? invalidOtp() : `${invalidOtp()}: ${text.trim()}`;
}

/** The price as shown beside Accept: `R5.00/day`. */
export function offerPrice(offer: Pick<Offer, 'price' | 'service_period'>): string {
  return `R${offer.price}/${offer.service_period}`;
}

/** What a day of a package comes to, which makes packages comparable: `R1.43 a day`. */
export function offerComesTo({
  id,
  price,
  service_period,
  about,
}: Pick<Offer, 'id' | 'price' | 'service_period' | 'about'>): string {
  const said = about === '' ? '' : `${about} · `;
  if (service_period === 'day') return said + say('flow.packages.one_day');
  const daily = (Number(price) / durationDays(id)).toFixed(2);
  return said + say('flow.packages.a_day', { price: daily });
}

/** The offers that cost less than this one. */
export function cheaperOffers(offers: readonly Offer[], than: Offer): readonly Offer[] {
  return offers.filter(({ price }) => Number(price) < Number(than.price));
}
