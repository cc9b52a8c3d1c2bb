import { z } from 'zod';
import { phoneNumber, shortText } from './common.schemas.ts';

/** The service checks the range of the threshold, because a range error has a code of its own. */
export const verifyAgeBody = z.object({
  ageThreshold: z.int(),
  phoneNumber: phoneNumber.optional(),
  idDocument: shortText.optional(),
  name: shortText.optional(),
  givenName: shortText.optional(),
  familyName: shortText.optional(),
  middleNames: shortText.optional(),
  familyNameAtBirth: shortText.optional(),
  birthdate: z.iso.date().optional(),
  email: z.email().max(320).optional(),
  includeContentLock: z.boolean().optional(),
  includeParentalControl: z.boolean().optional(),
});

const answer = z.enum(['true', 'false', 'not_available']);

export const verifyAgeReply = z.object({
  ageCheck: answer,
  verifiedStatus: z.boolean().optional(),
  contentLock: answer.optional(),
  parentalControl: answer.optional(),
});

export type VerifyAgeBody = z.output<typeof verifyAgeBody>;
export type VerifyAgeReply = z.output<typeof verifyAgeReply>;
