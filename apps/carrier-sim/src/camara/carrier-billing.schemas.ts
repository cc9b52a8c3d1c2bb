import { z } from 'zod';
import { PAYMENT_STATUSES } from '../store/payments.repository.ts';
import { chargingInformation, paymentItem, paymentMetaData } from './amount.schemas.ts';
import {
  dateTime,
  identifier,
  listQueryFields,
  phoneNumber,
  queryList,
  shortText,
} from './common.schemas.ts';
import { sinkAddress, sinkCredential } from './sink.ts';

export const paymentAmount = z.object({
  chargingInformation,
  chargingMetaData: paymentMetaData.optional(),
  paymentDetails: z.array(paymentItem).min(1).max(100).optional(),
});

/** The body of createPayment and preparePayment. */
export const paymentBody = z.object({
  amountTransaction: z.object({
    phoneNumber: phoneNumber.optional(),
    clientCorrelator: identifier.optional(),
    referenceCode: identifier,
    paymentAmount,
  }),
  sink: sinkAddress.optional(),
  sinkCredential: sinkCredential.optional(),
});

const paymentReplyFields = {
  paymentId: z.string(),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  paymentCreationDate: z.iso.datetime(),
  sink: z.string().optional(),
  amountTransaction: z.object({
    phoneNumber,
    clientCorrelator: z.string().optional(),
    paymentAmount,
    referenceCode: z.string(),
    resourceURL: z.string(),
    serverReferenceCode: z.string(),
  }),
};

export const paymentReply = z.object({
  ...paymentReplyFields,
  paymentDate: z.iso.datetime().optional(),
});

export const preparedPaymentReply = z.object({
  ...paymentReplyFields,
  validationInfo: z
    .object({ action: z.literal('validate'), authorizationId: z.string() })
    .optional(),
});

export const paymentParams = z.object({ paymentId: z.string().max(256) });
export const secondStepBody = z.object({ phoneNumber: phoneNumber.optional() });
export const validatePaymentBody = z.object({ authorizationId: shortText, code: shortText });

export const paymentsQuery = z.object({
  ...listQueryFields,
  'paymentCreationDate.gte': dateTime.optional(),
  'paymentCreationDate.lte': dateTime.optional(),
  paymentStatus: queryList(PAYMENT_STATUSES),
});

export type PaymentBody = z.output<typeof paymentBody>;
export type PaymentsQuery = z.output<typeof paymentsQuery>;
export type PaymentReply = z.output<typeof paymentReply>;
export type PreparedPaymentReply = z.output<typeof preparedPaymentReply>;
