import { z } from 'zod';
import { isCamaraStep } from '../store/money.ts';
import { identifier, shortText } from './common.schemas.ts';

const step = 'must be a multiple of 0.001';

/**
 * An amount of money as the billing APIs describe it. Its upper limit is a business rule and no
 * part of the shape.
 */
const positiveAmount = z.number().min(0.001).refine(isCamaraStep, step);
const taxAmount = z.number().min(0).refine(isCamaraStep, step);

/** The amount of a payment or a refund, and of each of its items. */
export const chargingInformation = z.object({
  amount: positiveAmount,
  currency: shortText,
  description: shortText,
  isTaxIncluded: z.boolean().optional(),
  taxAmount: taxAmount.optional(),
});

export const paymentItem = chargingInformation.extend({ id: identifier });
export const refundItem = chargingInformation.extend({ paymentItemId: identifier });

export const paymentMetaData = z.object({
  merchantName: shortText.optional(),
  merchantIdentifier: shortText.optional(),
  fee: z
    .number()
    .refine(
      (fee) => Math.abs(fee * 100 - Math.round(fee * 100)) < 1e-6,
      'must be a multiple of 0.01',
    )
    .optional(),
  purchaseCategoryCode: shortText.optional(),
  channel: shortText.optional(),
  serviceId: shortText.optional(),
  productId: shortText.optional(),
});

export type ChargingInformation = z.output<typeof chargingInformation>;
export type RefundItem = z.output<typeof refundItem>;
