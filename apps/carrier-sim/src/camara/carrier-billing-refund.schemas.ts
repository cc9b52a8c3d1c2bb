import { z } from 'zod';
import { REFUND_STATUSES } from '../store/refunds.repository.ts';
import { chargingInformation, refundItem } from './amount.schemas.ts';
import { dateTime, identifier, listQueryFields, queryList, shortText } from './common.schemas.ts';
import { sinkAddress, sinkCredential } from './sink.ts';

const metaData = z.object({ merchantIdentifier: shortText.optional() });

const totalAmount = z.object({ chargingMetaData: metaData.optional() });
const partialAmount = totalAmount.extend({
  chargingInformation,
  refundDetails: z.array(refundItem).min(1).max(100).optional(),
});

const references = { clientCorrelator: identifier.optional(), referenceCode: identifier };
const totalTransaction = z.object({ ...references, refundAmount: totalAmount });
const partialTransaction = z.object({ ...references, refundAmount: partialAmount });

const requestFields = {
  reason: shortText.optional(),
  sink: sinkAddress.optional(),
  sinkCredential: sinkCredential.optional(),
};

export const refundBody = z.discriminatedUnion('type', [
  z.object({ type: z.literal('total'), ...requestFields, amountTransaction: totalTransaction }),
  z.object({ type: z.literal('partial'), ...requestFields, amountTransaction: partialTransaction }),
]);

const replyFields = {
  refundId: z.string(),
  refundStatus: z.enum(REFUND_STATUSES),
  refundCreationDate: z.iso.datetime(),
  refundDate: z.iso.datetime().optional(),
  reason: z.string().optional(),
  sink: z.string().optional(),
};

export const refundReply = z.discriminatedUnion('type', [
  z.object({ type: z.literal('total'), ...replyFields, amountTransaction: totalTransaction }),
  z.object({ type: z.literal('partial'), ...replyFields, amountTransaction: partialTransaction }),
]);

export const remainingAmountReply = z.object({
  amount: z.number().min(0),
  currency: z.string(),
  description: z.string(),
  isTaxIncluded: z.boolean(),
});

export const paymentOfRefundParams = z.object({ paymentId: z.string().max(256) });
export const refundParams = paymentOfRefundParams.extend({ refundId: z.string().max(256) });

export const refundsQuery = z.object({
  ...listQueryFields,
  'refundCreationDate.gte': dateTime.optional(),
  'refundCreationDate.lte': dateTime.optional(),
  refundStatus: queryList(REFUND_STATUSES),
});

export type RefundBody = z.output<typeof refundBody>;
export type RefundReply = z.output<typeof refundReply>;
export type RefundsQuery = z.output<typeof refundsQuery>;
export type RemainingAmountReply = z.output<typeof remainingAmountReply>;
