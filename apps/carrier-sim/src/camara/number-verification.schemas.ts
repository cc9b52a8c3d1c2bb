import { z } from 'zod';
import { phoneNumber } from './common.schemas.ts';

const byNumber = z.strictObject({ phoneNumber });
const byHash = z.strictObject({
  hashedPhoneNumber: z.string().regex(/^[a-fA-F0-9]{64}$/, 'must be a SHA-256 in hex'),
});

/** Exactly one of the two. */
export const verifyBody = z.union([byNumber, byHash]);
export const verifyReply = z.object({ devicePhoneNumberVerified: z.boolean() });
export const devicePhoneNumberReply = z.object({ devicePhoneNumber: phoneNumber });

export type VerifyBody = z.output<typeof verifyBody>;
