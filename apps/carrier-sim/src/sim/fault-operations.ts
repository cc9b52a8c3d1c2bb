import { CamaraError, type CamaraErrorCode } from '../camara/errors.ts';
import { OauthError } from '../oauth/token.service.ts';

/**
 * What can be made to fail, and by which named errors it may refuse; the first is used where none is asked for.
 * The first seven are those of the seams, the others are added for the remaining calls.
 */
export const REFUSALS = {
  'send-code': [
    'ONE_TIME_PASSWORD_SMS.PHONE_NUMBER_BLOCKED',
    'ONE_TIME_PASSWORD_SMS.PHONE_NUMBER_NOT_ALLOWED',
    'ONE_TIME_PASSWORD_SMS.MAX_OTP_CODES_EXCEEDED',
    'NOT_FOUND',
    'QUOTA_EXCEEDED',
    'TOO_MANY_REQUESTS',
  ],
  'validate-code': [
    'ONE_TIME_PASSWORD_SMS.INVALID_OTP',
    'ONE_TIME_PASSWORD_SMS.VERIFICATION_EXPIRED',
    'ONE_TIME_PASSWORD_SMS.VERIFICATION_FAILED',
    'OUT_OF_RANGE',
    'QUOTA_EXCEEDED',
    'TOO_MANY_REQUESTS',
  ],
  charge: [
    'CARRIER_BILLING.PAYMENT_DENIED',
    'CARRIER_BILLING.UNAUTHORIZED_AMOUNT',
    'CARRIER_BILLING.USER_AMOUNT_THRESHOLD_OVERPASSED',
    'SERVICE_NOT_APPLICABLE',
    'IDENTIFIER_NOT_FOUND',
    'TOO_MANY_REQUESTS',
  ],
  refund: [
    'CARRIER_BILLING_REFUND.REFUND_DENIED',
    'CARRIER_BILLING_REFUND.PAYMENT_NOT_ELIGIBLE_FOR_REFUND',
    'CARRIER_BILLING_REFUND.USER_AMOUNT_THRESHOLD_OVERPASSED',
    'TOO_MANY_REQUESTS',
  ],
  'verify-number': ['NUMBER_VERIFICATION.USER_NOT_AUTHENTICATED_BY_MOBILE_NETWORK', 'PERMISSION_DENIED'],
  'content-lock': ['SERVICE_NOT_APPLICABLE', 'IDENTIFIER_NOT_FOUND', 'PERMISSION_DENIED'],
  'send-message': ['SERVICE_NOT_APPLICABLE', 'IDENTIFIER_NOT_FOUND', 'TOO_MANY_REQUESTS'],
  'validate-charge': ['TOO_MANY_REQUESTS'],
  'confirm-charge': ['CARRIER_BILLING.PAYMENT_DENIED', 'SERVICE_NOT_APPLICABLE', 'TOO_MANY_REQUESTS'],
  'cancel-charge': ['SERVICE_NOT_APPLICABLE', 'TOO_MANY_REQUESTS'],
  'look-up': ['TOO_MANY_REQUESTS', 'PERMISSION_DENIED'],
  'list-payments': ['CARRIER_BILLING.TOO_MANY_MATCHING_RECORDS', 'TOO_MANY_REQUESTS', 'PERMISSION_DENIED'],
  'list-refunds': ['CARRIER_BILLING_REFUND.TOO_MANY_MATCHING_RECORDS', 'TOO_MANY_REQUESTS', 'PERMISSION_DENIED'],
  token: ['invalid_client'],
} as const satisfies Record<string, readonly (CamaraErrorCode | 'invalid_client')[]>;

export type FaultOperation = keyof typeof REFUSALS;
export const FAULT_OPERATIONS = Object.keys(REFUSALS) as FaultOperation[];

export const FAULT_KINDS = ['refuse', 'error', 'timeout-before', 'timeout-after', 'slow', 'duplicate-notification'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

const WITH_NOTIFICATIONS: readonly FaultOperation[] = ['charge', 'refund', 'confirm-charge', 'cancel-charge'];

/** A fault as it was asked for. `code`: by which named error to refuse. */
export interface Fault {
  operation: FaultOperation;
  kind: FaultKind;
  times: number;
  code?: string | undefined;
}

/** @returns why a fault makes no sense, or undefined where it does. */
export function faultProblem(fault: Fault): string | undefined {
  if (fault.kind === 'duplicate-notification' && !WITH_NOTIFICATIONS.includes(fault.operation)) return `${fault.operation} sends no notification.`;
  if (fault.code === undefined) return undefined;
  if (fault.kind !== 'refuse') return 'A code goes with the kind refuse only.';
  const codes: readonly string[] = REFUSALS[fault.operation];
  return codes.includes(fault.code) ? undefined : `${fault.operation} refuses by one of ${codes.join(', ')}.`;
}

/** The error that a `refuse` answers with. */
export function refusalOf({ operation, code }: Pick<Fault, 'operation' | 'code'>): CamaraError | OauthError {
  const chosen = REFUSALS[operation].find((known) => known === code) ?? REFUSALS[operation][0];
  return chosen === 'invalid_client' ? new OauthError(chosen, 'The client is not known.') : new CamaraError(chosen);
}

/** The error that an `error` answers with: a 503. Nothing was done. */
export function failureOf(operation: FaultOperation): CamaraError | OauthError {
  return operation === 'token'
    ? new OauthError('temporarily_unavailable', 'The carrier is not available at the moment.')
    : new CamaraError('UNAVAILABLE');
}
