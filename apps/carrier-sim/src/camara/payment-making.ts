import { randomInt } from 'node:crypto';
import { v4 as randomUuid, v7 as uuid } from 'uuid';
import type { Handset } from '../store/handsets.repository.ts';
import type { Payment } from '../store/payments.repository.ts';
import type { PaymentBody } from './carrier-billing.schemas.ts';
import type { Sink } from './sink.ts';

/** How long a reservation holds airtime before it expires. */
const RESERVATION_MS = 15 * 60_000;

/** A requested payment. `cents` is undefined for an amount that is no whole number of cents. */
export interface PaymentRequest {
  clientId: string;
  msisdn: string;
  steps: 1 | 2;
  cents: number | undefined;
  paymentAmount: PaymentBody['amountTransaction']['paymentAmount'];
  merchantIdentifier: string | undefined;
  referenceCode: string;
  clientCorrelator: string | undefined;
  fingerprint: string;
  sink: Partial<Sink>;
  correlator: string;
}

/** A new payment: paid in one step, or reserved for the second one. */
export function newPayment(request: PaymentRequest, handset: Handset, now: Date): Payment {
  const id = uuid();
  const held = request.steps === 2;
  const wantsCode = held && handset.paymentValidation;
  return {
    id,
    clientId: request.clientId,
    msisdn: request.msisdn,
    steps: request.steps,
    status: wantsCode ? 'pending_validation' : held ? 'reserved' : 'succeeded',
    cents: request.cents ?? 0,
    paymentAmount: JSON.stringify(request.paymentAmount),
    merchantIdentifier: request.merchantIdentifier ?? null,
    referenceCode: request.referenceCode,
    clientCorrelator: request.clientCorrelator ?? null,
    fingerprint: request.fingerprint,
    serverReference: `CB-${id}`,
    sink: request.sink.url ?? null,
    sinkToken: request.sink.token ?? null,
    sinkTokenExpires: request.sink.expiresAt ?? null,
    createdAt: createdBy(handset, now),
    paidAt: held ? null : now,
    expiresAt: held ? new Date(now.getTime() + RESERVATION_MS) : null,
    denialReason: null,
    authorizationId: wantsCode ? randomUuid() : null,
    validationCode: wantsCode ? String(randomInt(1_000_000)).padStart(6, '0') : null,
    validationTries: 0,
    refused: false,
    notifySink: true,
    refusal: null,
    correlator: request.correlator,
  };
}

/**
 * A payment in the very millisecond of the number's transfer must not count as the former owner's.
 */
function createdBy({ recycledAt }: Handset, now: Date): Date {
  return recycledAt?.getTime() === now.getTime() ? new Date(now.getTime() + 1) : now;
}
