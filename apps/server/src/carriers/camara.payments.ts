/**
 * Taking money: carrier-billing 0.5.0, in one step and in two. The number stands in the body or in
 * the token, as the carrier wants it.
 */
import type { Msisdn } from '@bonisa/domain/msisdn';
import { notDoneOrUnknown, type Refused, UNREADABLE } from './camara.answers.ts';
import { identified } from './camara.apis.ts';
import type { Caller } from './camara.calls.ts';
import { isAsAsked, type Payment, payment, preparedPayment, RAND } from './camara.schemas.ts';
import type {
  Carrier,
  ChargeInput,
  ChargeOutcome,
  ChargeProcessing,
  ChargeSucceeded,
  Denied,
  Done,
  PrepareOutcome,
  SecondStepOutcome,
  Sink,
  Unknown,
  ValidateChargeOutcome,
} from './carrier.port.ts';
import { classifyDenial, readDenial, withoutNumbers } from './carrier-text.ts';

export const BILLING = 'carrier-billing';
export const CREATE = 'carrier-billing:payments:create';
const WRITE = 'carrier-billing:payments:write';

const ALREADY_SUBMITTED: Unknown = { outcome: 'unknown', cause: 'already_submitted' };

type Payments = Pick<
  Carrier,
  'charge' | 'prepareCharge' | 'validateCharge' | 'confirmCharge' | 'cancelCharge'
>;

export function createPayments({ ask, apis, timeouts }: Caller): Payments {
  const about = (msisdn: Msisdn | undefined) => identified(apis[BILLING], msisdn);

  const submit = (path: string, input: ChargeInput) => {
    const { token, body } = about(input.msisdn);
    return ask({
      method: 'POST',
      api: BILLING,
      path,
      scope: CREATE,
      counted: true,
      ...token,
      body: paymentBody(input, body, apis[BILLING].merchant),
      timeoutMs: timeouts.charge,
      correlator: input.correlator,
    });
  };

  const secondStep = async (
    step: 'confirm' | 'cancel',
    id: string,
    msisdn: Msisdn,
  ): Promise<SecondStepOutcome> => {
    const { token, body } = about(msisdn);
    const answer = await ask({
      method: 'POST',
      api: BILLING,
      path: `/payments/${encodeURIComponent(id)}/${step}`,
      scope: WRITE,
      ...token,
      body,
      timeoutMs: timeouts.charge,
      theirs: ['NOT_FOUND'],
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
      if (!isFirstAnswer(answer.status, created.data, input)) return ALREADY_SUBMITTED;
      return isOtherwise(created.data, input) ? otherwise(created.data) : decided(created.data);
    },

    async prepareCharge(input): Promise<PrepareOutcome> {
      const answer = await submit('/payments/prepare', input);
      if (answer.kind === 'refused') return refusal(answer);
      if (answer.kind !== 'ok') return notDoneOrUnknown(answer);
      const prepared = preparedPayment.safeParse(answer.body);
      if (!prepared.success) return UNREADABLE;
      if (!isFirstAnswer(answer.status, prepared.data, input)) return ALREADY_SUBMITTED;
      if (isOtherwise(prepared.data, input)) return otherwise(prepared.data);
      const { paymentId: carrierPaymentId, paymentStatus, validationInfo } = prepared.data;
      if (paymentStatus === 'reserved') return { outcome: 'reserved', carrierPaymentId };
      if (validationInfo?.action === 'validate') {
        return {
          outcome: 'needs_code',
          carrierPaymentId,
          authorizationId: validationInfo.authorizationId,
        };
      }
      if (validationInfo)
        return { outcome: 'needs_page', carrierPaymentId, url: validationInfo.validationURL };
      const outcome = decided(prepared.data);
      // Nothing was confirmed yet, so a payment that is already taken is not the one we have just
      // asked for.
      return outcome.outcome === 'succeeded' ? ALREADY_SUBMITTED : outcome;
    },

    async validateCharge({
      carrierPaymentId,
      msisdn,
      authorizationId,
      code,
    }): Promise<ValidateChargeOutcome> {
      const answer = await ask({
        method: 'POST',
        api: BILLING,
        path: `/payments/${encodeURIComponent(carrierPaymentId)}/validate`,
        scope: WRITE,
        // The body of this operation has no field for a number, whatever the token.
        ...about(msisdn).token,
        body: { authorizationId, code },
        timeoutMs: timeouts.charge,
        theirs: ['NOT_FOUND', 'INVALID_ARGUMENT', 'OUT_OF_RANGE'],
      });
      if (answer.kind === 'ok') return answer.status === 204 ? { outcome: 'valid' } : UNREADABLE;
      if (answer.kind !== 'refused') return notDoneOrUnknown(answer);
      const outcome = VALIDATE_REFUSALS[answer.code];
      return outcome === undefined ? UNREADABLE : { outcome };
    },

    confirmCharge: ({ carrierPaymentId, msisdn }) =>
      secondStep('confirm', carrierPaymentId, msisdn),
    cancelCharge: ({ carrierPaymentId, msisdn }) => secondStep('cancel', carrierPaymentId, msisdn),
  };
}

const VALIDATE_REFUSALS: Readonly<
  Record<
    string,
    'invalid' | 'attempts_used_up' | 'wrong_authorization' | 'already_validated' | 'not_found'
  >
> = {
  'CARRIER_BILLING.INVALID_CODE': 'invalid',
  INVALID_ARGUMENT: 'invalid',
  'CARRIER_BILLING.VALIDATION_FAILED': 'attempts_used_up',
  'CARRIER_BILLING.INVALID_AUTHORIZATION_ID': 'wrong_authorization',
  ALREADY_EXISTS: 'already_validated',
  NOT_FOUND: 'not_found',
};

const SECOND_STEP_REFUSALS: Readonly<
  Record<string, 'already_confirmed' | 'already_cancelled' | 'not_found'>
> = {
  'CARRIER_BILLING.PAYMENT_CONFIRMED': 'already_confirmed',
  'CARRIER_BILLING.PAYMENT_CANCELLED': 'already_cancelled',
  NOT_FOUND: 'not_found',
};

/**
 * Whether a success is the answer to this very attempt. A 200 instead of 201, or a payment with
 * another reference, is the replay of an earlier one under the same correlator. A replay with our
 * own reference is the truth about it.
 */
function isFirstAnswer(status: number, created: Payment, input: ChargeInput): boolean {
  return status === 201 && created.amountTransaction.referenceCode === input.reference;
}

/**
 * Whether the carrier has done, or is doing, something else than it was asked for: another amount,
 * another currency, another number. What took nothing cannot have taken the wrong thing.
 */
export function isOtherwise(
  { paymentStatus, amountTransaction }: Payment,
  asked: { amountCents: number; msisdn?: Msisdn },
): boolean {
  if (paymentStatus === 'denied' || paymentStatus === 'cancelled') return false;
  const { phoneNumber, paymentAmount } = amountTransaction;
  const isAnothers =
    phoneNumber !== undefined && asked.msisdn !== undefined && phoneNumber !== asked.msisdn;
  return isAnothers || !isAsAsked(paymentAmount.chargingInformation, asked.amountCents);
}

/** What the carrier has done instead, for people. */
export function doneOf({ paymentStatus, paymentCreationDate, amountTransaction }: Payment): Done {
  const { amount, currency = null } = amountTransaction.paymentAmount.chargingInformation;
  return { amount, currency, status: paymentStatus, at: paymentCreationDate };
}

function otherwise(created: Payment): Unknown {
  return {
    outcome: 'unknown',
    cause: 'not_as_asked',
    carrierPaymentId: created.paymentId,
    done: doneOf(created),
  };
}

/**
 * A payment's state in the words of a charge's outcome. Why it was denied only the event tells:
 * `told` are its words, where there was one.
 */
export function decided(of: Payment, told?: string): ChargeSucceeded | ChargeProcessing | Denied {
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
      if (told && of.paymentStatus === 'denied')
        return { outcome: 'denied', ...readDenial(told), carrierPaymentId };
      return {
        outcome: 'denied',
        reason: 'refused',
        carrierPaymentId,
        detail: `The carrier has this payment as ${of.paymentStatus}`,
      };
    default:
      return { outcome: 'processing', carrierPaymentId };
  }
}

function refusal(answer: Refused): Denied | Unknown {
  const reason = classifyDenial(answer);
  return reason === 'already_submitted'
    ? ALREADY_SUBMITTED
    : { outcome: 'denied', reason, detail: detailOf(answer) };
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

function paymentBody(
  input: ChargeInput,
  number: { phoneNumber?: string },
  merchant: string | undefined,
): unknown {
  return {
    amountTransaction: {
      ...number,
      clientCorrelator: input.correlator,
      referenceCode: input.reference,
      paymentAmount: {
        chargingInformation: chargingInformation(input, input.description),
        chargingMetaData: {
          ...(merchant === undefined ? {} : { merchantIdentifier: merchant }),
          channel: 'web',
          serviceId: input.serviceId,
          productId: input.productId,
        },
      },
    },
    ...sinkOf(input.sink),
  };
}

/** CAMARA's floating point rand: whole cents divided by a hundred print as they should. */
export function chargingInformation(
  money: { amountCents: number; vatCents: number },
  description: string,
): unknown {
  return {
    amount: money.amountCents / 100,
    currency: RAND,
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
