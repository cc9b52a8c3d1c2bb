/**
 * Charges in one step: carrier-billing 0.5.0. The number is in the body or in the token, as the
 * carrier requires.
 */
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type {
  BillingPort,
  ChargeInput,
  ChargeOutcome,
  ChargeProcessing,
  ChargeSucceeded,
  Denied,
  Sink,
} from './billing.port.ts';
import { notDoneOrUnknown, type Refused, UNREADABLE } from './camara.answers.ts';
import { identified } from './camara.apis.ts';
import type { Caller } from './camara.calls.ts';
import { isAsAsked, type Payment, payment, RAND } from './camara.schemas.ts';
import type { Done, Unknown } from './carrier-outcome.ts';
import { auditDetail, classifyDenial, readDenial } from './carrier-text.ts';

export const BILLING = 'carrier-billing';
export const CREATE = 'carrier-billing:payments:create';

const ALREADY_SUBMITTED: Unknown = { outcome: 'unknown', cause: 'already_submitted' };

export function createPayments({ ask, apis, timeouts }: Caller): Pick<BillingPort, 'charge'> {
  return {
    async charge(input): Promise<ChargeOutcome> {
      const { token, body } = identified(apis[BILLING], input.msisdn);
      const answer = await ask({
        method: 'POST',
        api: BILLING,
        path: '/payments',
        scope: CREATE,
        counted: true,
        ...token,
        body: paymentBody(input, body, apis[BILLING].merchant),
        timeoutMs: timeouts.charge,
        correlator: input.correlator,
      });
      if (answer.kind === 'refused') return refusal(answer);
      if (answer.kind !== 'ok') return notDoneOrUnknown(answer);
      const created = payment.safeParse(answer.body);
      if (!created.success) return UNREADABLE;
      if (!isFirstAnswer(answer.status, created.data, input)) return ALREADY_SUBMITTED;
      return isOtherwise(created.data, input) ? otherwise(created.data) : decided(created.data);
    },
  };
}

/**
 * Whether a success is the answer to this very attempt. A 200 instead of 201, or a payment with
 * another reference, is the replay of an earlier one under the same correlator. A replay with our
 * own reference is true of it.
 */
function isFirstAnswer(status: number, created: Payment, input: ChargeInput): boolean {
  return status === 201 && created.amountTransaction.referenceCode === input.reference;
}

/**
 * Whether the carrier has done, or is doing, something other than we asked: another amount,
 * currency or number. A denied charge cannot be wrong.
 */
export function isOtherwise(
  { paymentStatus, amountTransaction }: Payment,
  requested: { amountCents: number; msisdn?: Msisdn },
): boolean {
  if (paymentStatus === 'denied' || paymentStatus === 'cancelled') return false;
  const { phoneNumber, paymentAmount } = amountTransaction;
  const isAnothers =
    phoneNumber !== undefined && requested.msisdn !== undefined && phoneNumber !== requested.msisdn;
  return isAnothers || !isAsAsked(paymentAmount.chargingInformation, requested.amountCents);
}

/** The carrier's action instead, for people. */
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
 * A payment's state as an outcome of a charge. Only the event has the reason of a denial: `told` is
 * that reason, if there was one.
 */
export function decided(
  of: Payment,
  eventReason?: string,
): ChargeSucceeded | ChargeProcessing | Denied {
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
      if (eventReason && of.paymentStatus === 'denied')
        return { outcome: 'denied', ...readDenial(eventReason), carrierPaymentId };
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

/** The carrier's code and sentence for the audit. */
export function detailOf(answer: { code: string; message: string }): string {
  return auditDetail(`${answer.code}: ${answer.message}`);
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
