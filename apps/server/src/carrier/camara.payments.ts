/** Taking money: carrier-billing 0.5.0, in one step and in two. Numbers stand in the body (2-legged tokens). */
import { toE164 } from '@bonisa/domain/msisdn';
import { type Answer, type AskCarrier, type CarrierTimeouts, notDoneOrUnknown, UNREADABLE } from './camara.calls.ts';
import { type Payment, payment, preparedPayment } from './camara.schemas.ts';
import type {
  Carrier,
  ChargeInput,
  ChargeOutcome,
  ChargeProcessing,
  ChargeSucceeded,
  Denied,
  PrepareOutcome,
  SecondStepOutcome,
  Sink,
  Unknown,
  ValidateChargeOutcome,
} from './carrier.port.ts';
import { classifyDenial, readDenial, withoutNumbers } from './carrier-text.ts';

export const BILLING = '/carrier-billing/v0.5';
const CREATE = 'carrier-billing:payments:create';
const WRITE = 'carrier-billing:payments:write';

const ALREADY_SUBMITTED: Unknown = { outcome: 'unknown', cause: 'already_submitted' };

type Payments = Pick<Carrier, 'charge' | 'prepareCharge' | 'validateCharge' | 'confirmCharge' | 'cancelCharge'>;

export function createPayments(ask: AskCarrier, timeouts: CarrierTimeouts): Payments {
  const submit = (path: string, input: ChargeInput) =>
    ask({ method: 'POST', path: BILLING + path, scope: CREATE, body: paymentBody(input), timeoutMs: timeouts.charge });

  const secondStep = async (step: 'confirm' | 'cancel', id: string, phoneNumber: string): Promise<SecondStepOutcome> => {
    const answer = await ask({
      method: 'POST',
      path: `${BILLING}/payments/${encodeURIComponent(id)}/${step}`,
      scope: WRITE,
      body: { phoneNumber },
      timeoutMs: timeouts.charge,
    });
    if (answer.kind === 'ok') return answer.status === 202 ? { outcome: 'accepted' } : UNREADABLE;
    return answer.kind === 'refused' ? secondStepRefusal(answer, id) : notDoneOrUnknown(answer);
  };

  return {
    async charge(input): Promise<ChargeOutcome> {
      const answer = await submit('/payments', input);
      if (answer.kind === 'refused') return refusal(answer);
      if (answer.kind !== 'ok') return notDoneOrUnknown(answer);
      const created = payment.safeParse(answer.body);
      if (!created.success) return UNREADABLE;
      return isFirstAnswer(answer.status, created.data, input) ? settled(created.data) : ALREADY_SUBMITTED;
    },

    async prepareCharge(input): Promise<PrepareOutcome> {
      const answer = await submit('/payments/prepare', input);
      if (answer.kind === 'refused') return refusal(answer);
      if (answer.kind !== 'ok') return notDoneOrUnknown(answer);
      const prepared = preparedPayment.safeParse(answer.body);
      if (!prepared.success) return UNREADABLE;
      if (!isFirstAnswer(answer.status, prepared.data, input)) return ALREADY_SUBMITTED;
      const { paymentId: carrierPaymentId, paymentStatus, validationInfo } = prepared.data;
      if (paymentStatus === 'reserved') return { outcome: 'reserved', carrierPaymentId };
      if (validationInfo?.action === 'validate') {
        return { outcome: 'needs_code', carrierPaymentId, authorizationId: validationInfo.authorizationId };
      }
      if (validationInfo) return { outcome: 'needs_page', carrierPaymentId, url: validationInfo.validationURL };
      const outcome = settled(prepared.data);
      // Nothing was confirmed yet, so a payment that is already taken is not the one we have just asked for.
      return outcome.outcome === 'succeeded' ? ALREADY_SUBMITTED : outcome;
    },

    async validateCharge({ carrierPaymentId, authorizationId, code }): Promise<ValidateChargeOutcome> {
      const answer = await ask({
        method: 'POST',
        path: `${BILLING}/payments/${encodeURIComponent(carrierPaymentId)}/validate`,
        scope: WRITE,
        body: { authorizationId, code },
        timeoutMs: timeouts.charge,
      });
      if (answer.kind === 'ok') return answer.status === 204 ? { outcome: 'valid' } : UNREADABLE;
      if (answer.kind !== 'refused') return notDoneOrUnknown(answer);
      const outcome = VALIDATE_REFUSALS[answer.code];
      return outcome === undefined ? UNREADABLE : { outcome };
    },

    confirmCharge: ({ carrierPaymentId, msisdn }) => secondStep('confirm', carrierPaymentId, toE164(msisdn)),
    cancelCharge: ({ carrierPaymentId, msisdn }) => secondStep('cancel', carrierPaymentId, toE164(msisdn)),
  };
}

const VALIDATE_REFUSALS: Readonly<Record<string, 'invalid' | 'attempts_used_up' | 'wrong_authorization' | 'already_validated' | 'not_found'>> = {
  'CARRIER_BILLING.INVALID_CODE': 'invalid',
  INVALID_ARGUMENT: 'invalid',
  'CARRIER_BILLING.VALIDATION_FAILED': 'attempts_used_up',
  'CARRIER_BILLING.INVALID_AUTHORIZATION_ID': 'wrong_authorization',
  ALREADY_EXISTS: 'already_validated',
  NOT_FOUND: 'not_found',
};

const SECOND_STEP_REFUSALS: Readonly<Record<string, 'already_confirmed' | 'already_cancelled' | 'not_found'>> = {
  'CARRIER_BILLING.PAYMENT_CONFIRMED': 'already_confirmed',
  'CARRIER_BILLING.PAYMENT_CANCELLED': 'already_cancelled',
  NOT_FOUND: 'not_found',
};

/**
 * Whether a success is the answer to this very attempt. A 200 instead of 201, or a payment with another reference, is
 * the replay of an earlier one under the same correlator. A replay with our own reference is the truth about it.
 */
function isFirstAnswer(status: number, created: Payment, input: ChargeInput): boolean {
  return status === 201 && created.amountTransaction.referenceCode === input.reference;
}

/** A payment's state in the words of a charge's outcome. Why it was denied only the event tells: `told` are its words, where there was one. */
export function settled(of: Payment, told?: string): ChargeSucceeded | ChargeProcessing | Denied {
  const carrierPaymentId = of.paymentId;
  switch (of.paymentStatus) {
    case 'succeeded': {
      const carrierReference = of.amountTransaction.serverReferenceCode;
      return {
        outcome: 'succeeded',
        carrierPaymentId,
        ...(carrierReference === undefined ? {} : { carrierReference }),
        at: of.paymentDate ?? of.paymentCreationDate,
      };
    }
    case 'denied':
    case 'cancelled':
      if (told && of.paymentStatus === 'denied') return { outcome: 'denied', ...readDenial(told), carrierPaymentId };
      return { outcome: 'denied', reason: 'refused', carrierPaymentId, detail: `The carrier has this payment as ${of.paymentStatus}` };
    default:
      return { outcome: 'processing', carrierPaymentId };
  }
}

type Refused = Extract<Answer, { kind: 'refused' }>;

function refusal(answer: Refused): Denied | Unknown {
  const reason = classifyDenial(answer);
  return reason === 'already_submitted' ? ALREADY_SUBMITTED : { outcome: 'denied', reason, detail: detailOf(answer) };
}

function secondStepRefusal(answer: Refused, carrierPaymentId: string): SecondStepOutcome {
  const known = SECOND_STEP_REFUSALS[answer.code];
  if (known) return { outcome: known };
  const reason = classifyDenial(answer);
  if (reason === 'already_submitted') return ALREADY_SUBMITTED;
  return { outcome: 'denied', reason, carrierPaymentId, detail: detailOf(answer) };
}

/** The carrier's code and sentence for the audit. */
export function detailOf(answer: { code: string; message: string }): string {
  return withoutNumbers(`${answer.code}: ${answer.message}`);
}

function paymentBody(input: ChargeInput): unknown {
  return {
    amountTransaction: {
      phoneNumber: toE164(input.msisdn),
      clientCorrelator: input.correlator,
      referenceCode: input.reference,
      paymentAmount: {
        chargingInformation: chargingInformation(input, input.description),
        chargingMetaData: { channel: 'web', serviceId: input.serviceId, productId: input.productId },
      },
    },
    ...sinkOf(input.sink),
  };
}

/** CAMARA's floating point rand: whole cents divided by a hundred print as they should. */
export function chargingInformation(money: { amountCents: number; vatCents: number }, description: string): unknown {
  return {
    amount: money.amountCents / 100,
    currency: 'ZAR',
    description,
    isTaxIncluded: true,
    taxAmount: money.vatCents / 100,
  };
}

export function sinkOf(sink: Sink | undefined): Record<string, unknown> {
  if (sink === undefined) return {};
  return {
    sink: sink.url,
    sinkCredential: {
      credentialType: 'ACCESSTOKEN',
      accessToken: sink.token,
      accessTokenExpiresUtc: sink.expires.toISOString(),
      accessTokenType: 'bearer',
    },
  };
}
