import { z } from 'zod';

/** What a handset dials to recharge at the carrier. */
export const rechargeCode = z
  .string()
  .regex(/^\*[0-9*]{2,20}#$/, 'must be a dial code such as *136#');
/** The carrier's page or app for recharging. */
export const rechargeUrl = z.url({ protocol: /^https$/, error: 'must be an https address' });

/** How airtime is bought at a carrier. */
export interface Recharge {
  readonly code?: string | undefined;
  readonly url?: string | undefined;
}
