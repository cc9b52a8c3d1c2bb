import { z } from 'zod';
import { phoneNumber } from './common.schemas.ts';

export const checkRecyclingBody = z.object({
  phoneNumber: phoneNumber.optional(),
  /**
   * A day of the South African calendar. The service checks for future days, because they have an
   * error code of their own.
   */
  specifiedDate: z.iso.date(),
});

export const checkRecyclingReply = z.object({ phoneNumberRecycled: z.boolean() });

export type CheckRecyclingBody = z.output<typeof checkRecyclingBody>;
export type CheckRecyclingReply = z.output<typeof checkRecyclingReply>;
