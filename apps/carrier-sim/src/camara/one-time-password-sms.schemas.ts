import { z } from 'zod';
import { phoneNumber } from './common.schemas.ts';

/** The placeholder of the code in the text of a message. */
export const CODE_LABEL = '{{code}}';

export const sendCodeBody = z.object({
  phoneNumber,
  message: z
    .string()
    .refine((text) => [...text].length <= 160, 'must be at most 160 characters')
    .refine((text) => text.includes(CODE_LABEL), `must contain ${CODE_LABEL}`),
});

export const sendCodeReply = z.object({ authenticationId: z.string().max(36) });

export const validateCodeBody = z.object({
  authenticationId: z.string().max(36),
  code: z.string().max(10),
});
