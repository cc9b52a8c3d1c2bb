import { CamaraError, type CamaraErrorCode } from '../camara/errors.ts';
import { OauthError } from '../oauth/oauth-error.ts';

/**
 * The operations that can fail, each with the named errors of its refusals; the first is the
 * default. The first seven are those of interfaces 'The simulated carrier'; the others cover the
 * remaining calls. `list-payments` is every listing of payments, `list` only that of all payments
 * of a client (as for a reconciliation).
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
  'verify-number': [
    'NUMBER_VERIFICATION.USER_NOT_AUTHENTICATED_BY_MOBILE_NETWORK',
    'PERMISSION_DENIED',
  ],
  'content-lock': ['SERVICE_NOT_APPLICABLE', 'IDENTIFIER_NOT_FOUND', 'PERMISSION_DENIED'],
  'send-message': ['SERVICE_NOT_APPLICABLE', 'IDENTIFIER_NOT_FOUND', 'TOO_MANY_REQUESTS'],
  'validate-charge': ['TOO_MANY_REQUESTS'],
  'confirm-charge': [
    'CARRIER_BILLING.PAYMENT_DENIED',
    'SERVICE_NOT_APPLICABLE',
    'TOO_MANY_REQUESTS',
  ],
  'cancel-charge': ['SERVICE_NOT_APPLICABLE', 'TOO_MANY_REQUESTS'],
  'look-up': ['TOO_MANY_REQUESTS', 'PERMISSION_DENIED'],
  'list-payments': [
    'CARRIER_BILLING.TOO_MANY_MATCHING_RECORDS',
    'TOO_MANY_REQUESTS',
    'PERMISSION_DENIED',
  ],
  'list-refunds': [
    'CARRIER_BILLING_REFUND.TOO_MANY_MATCHING_RECORDS',
    'TOO_MANY_REQUESTS',
    'PERMISSION_DENIED',
  ],
  list: ['CARRIER_BILLING.TOO_MANY_MATCHING_RECORDS', 'TOO_MANY_REQUESTS', 'PERMISSION_DENIED'],
  'number-recycling': ['SERVICE_NOT_APPLICABLE', 'IDENTIFIER_NOT_FOUND', 'PERMISSION_DENIED'],
  token: ['invalid_client'],
} as const satisfies Record<string, readonly (CamaraErrorCode | 'invalid_client')[]>;

export type FaultOperation = keyof typeof REFUSALS;
export const FAULT_OPERATIONS = Object.keys(REFUSALS) as FaultOperation[];

/**
 * The first six are those of interfaces 'The simulated carrier'. `late-notification`: answers
 * 'processing'; outcome and notification follow after 30 s. `lost-notification`: the same without
 * the notification. `wrong-entries`: see camara/wrong-entries.ts.
 */
export const FAULT_KINDS = [
  'refuse',
  'error',
  'timeout-before',
  'timeout-after',
  'slow',
  'duplicate-notification',
  'late-notification',
  'lost-notification',
  'wrong-entries',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

const WITH_NOTIFICATIONS: readonly FaultOperation[] = [
  'charge',
  'refund',
  'confirm-charge',
  'cancel-charge',
];
const WITH_LATE_OUTCOMES: readonly FaultOperation[] = ['charge', 'refund'];
const LATE: readonly FaultKind[] = ['late-notification', 'lost-notification'];

/**
 * A requested fault. `code` is the named error of the refusal, at once or (late kinds) at the end.
 */
export interface Fault {
  operation: FaultOperation;
  kind: FaultKind;
  times: number;
  code?: string | undefined;
  /** The id of the carrier whose calls fail; absent: any carrier. */
  carrier?: string | undefined;
}

/** @returns why a fault is impossible, or undefined for a possible one. */
export function faultProblem(fault: Fault): string | undefined {
  if (fault.kind === 'duplicate-notification' && !WITH_NOTIFICATIONS.includes(fault.operation))
    return `${fault.operation} sends no notification.`;
  if (LATE.includes(fault.kind) && !WITH_LATE_OUTCOMES.includes(fault.operation))
    return `${fault.operation} is never decided later.`;
  if (fault.kind === 'wrong-entries' && fault.operation !== 'list')
    return `${fault.operation} lists no payments of a whole client.`;
  if (fault.code === undefined) return undefined;
  const late = LATE.includes(fault.kind);
  if (fault.kind !== 'refuse' && !late)
    return 'A code goes with the kind refuse and the late kinds only.';
  // A request that was accepted can no longer be one too many.
  const codes: readonly string[] = REFUSALS[fault.operation].filter(
    (code) => !(late && code === 'TOO_MANY_REQUESTS'),
  );
  return codes.includes(fault.code)
    ? undefined
    : `${fault.operation} refuses by one of ${codes.join(', ')}.`;
}

/** The error of a `refuse` fault. */
export function refusalOf({
  operation,
  code,
}: Pick<Fault, 'operation' | 'code'>): CamaraError | OauthError {
  const chosen = REFUSALS[operation].find((known) => known === code) ?? REFUSALS[operation][0];
  return chosen === 'invalid_client'
    ? new OauthError(chosen, 'The client is not known.')
    : new CamaraError(chosen);
}

/** The error of an `error` fault: a 503 without any effect. */
export function failureOf(operation: FaultOperation): CamaraError | OauthError {
  return operation === 'token'
    ? new OauthError('temporarily_unavailable', 'The carrier is not available at the moment.')
    : new CamaraError('UNAVAILABLE');
}
