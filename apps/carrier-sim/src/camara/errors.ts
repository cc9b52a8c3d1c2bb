/**
 * The named errors of the offered CAMARA APIs: the status and a sentence for each code. People read
 * the sentences; clients use the code. Only a low balance has no code of its own in carrier-billing
 * 0.5.0, so its sentence matters.
 */
export const ERRORS = {
  INVALID_ARGUMENT: [400, 'The request is not of the agreed shape.'],
  OUT_OF_RANGE: [400, 'A value is outside its range.'],
  INVALID_SINK: [400, 'The sink must be an https address.'],
  INVALID_CREDENTIAL: [400, 'Only an access token is taken as a sink credential.'],
  INVALID_TOKEN: [400, 'Only a bearer token is taken as a sink credential.'],
  UNAUTHENTICATED: [401, 'The access token is missing, not valid or no longer valid.'],
  PERMISSION_DENIED: [403, 'The access token does not allow this.'],
  NOT_FOUND: [404, 'There is no such resource.'],
  IDENTIFIER_NOT_FOUND: [404, 'The number is not on this network.'],
  METHOD_NOT_ALLOWED: [
    405,
    'There is no operation of this method at this address; the Allow header names those that there are.',
  ],
  ALREADY_EXISTS: [409, 'The resource exists already.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'The body must be JSON and be called application/json.'],
  SERVICE_NOT_APPLICABLE: [422, 'The service is not available for this number.'],
  MISSING_IDENTIFIER: [422, 'The access token speaks for no number, so the request must name one.'],
  UNNECESSARY_IDENTIFIER: [
    422,
    'The access token speaks for a number already, so the request must not name one.',
  ],
  QUOTA_EXCEEDED: [429, 'The agreed quota is used up.'],
  TOO_MANY_REQUESTS: [429, 'Too many requests: try again later.'],
  INTERNAL: [500, 'The carrier has failed.'],
  UNAVAILABLE: [503, 'The carrier is not available at the moment.'],
  'ONE_TIME_PASSWORD_SMS.MAX_OTP_CODES_EXCEEDED': [
    403,
    'Too many codes were asked for this number: try again later.',
  ],
  'ONE_TIME_PASSWORD_SMS.PHONE_NUMBER_NOT_ALLOWED': [
    403,
    'This number cannot receive short messages.',
  ],
  'ONE_TIME_PASSWORD_SMS.PHONE_NUMBER_BLOCKED': [403, 'This number is blocked for short messages.'],
  'ONE_TIME_PASSWORD_SMS.INVALID_OTP': [400, 'The code is not the one that was sent.'],
  'ONE_TIME_PASSWORD_SMS.VERIFICATION_EXPIRED': [400, 'The code is no longer valid.'],
  'ONE_TIME_PASSWORD_SMS.VERIFICATION_FAILED': [400, 'All tries of this code are used up.'],
  'NUMBER_VERIFICATION.USER_NOT_AUTHENTICATED_BY_MOBILE_NETWORK': [
    403,
    'The subscriber was not identified by the mobile network.',
  ],
  'CARRIER_BILLING.PAYMENT_DENIED': [403, 'Payment denied by business.'],
  'CARRIER_BILLING.INVALID_DATE_RANGE': [400, 'The start of the date range lies after its end.'],
  'CARRIER_BILLING.TOO_MANY_MATCHING_RECORDS': [400, 'Too many payments match: narrow the list.'],
  'CARRIER_BILLING.INVALID_AUTHORIZATION_ID': [
    400,
    'The authorizationId is not the one of this payment.',
  ],
  'CARRIER_BILLING.INVALID_CODE': [400, 'The code is not the one that was sent.'],
  'CARRIER_BILLING.VALIDATION_FAILED': [400, 'All tries of this validation are used up.'],
  'CARRIER_BILLING.PAYMENT_CONFIRMED': [409, 'The payment has been confirmed.'],
  'CARRIER_BILLING.PAYMENT_CANCELLED': [409, 'The payment has been cancelled.'],
  'CARRIER_BILLING.UNAUTHORIZED_AMOUNT': [422, 'This amount may not be charged.'],
  'CARRIER_BILLING.USER_AMOUNT_THRESHOLD_OVERPASSED': [
    422,
    'The spending limit of this number is reached.',
  ],
  'CARRIER_BILLING_REFUND.REFUND_DENIED': [403, 'Refund denied by business.'],
  'CARRIER_BILLING_REFUND.PAYMENT_NOT_ELIGIBLE_FOR_REFUND': [
    403,
    'Nothing of this payment can be refunded.',
  ],
  'CARRIER_BILLING_REFUND.INVALID_DATE_RANGE': [
    400,
    'The start of the date range lies after its end.',
  ],
  'CARRIER_BILLING_REFUND.TOO_MANY_MATCHING_RECORDS': [
    400,
    'Too many refunds match: narrow the list.',
  ],
  'CARRIER_BILLING_REFUND.UNAUTHORIZED_AMOUNT': [
    422,
    'More than is left of the payment cannot be refunded.',
  ],
  'CARRIER_BILLING_REFUND.USER_AMOUNT_THRESHOLD_OVERPASSED': [
    422,
    'The refund limit of this number is reached.',
  ],
  'CARRIER_BILLING_REFUND.INVALID_PAYMENT_STATUS': [422, 'The payment is not completed.'],
  'CARRIER_BILLING_REFUND.TAXES_MANAGEMENT_MISMATCH': [
    422,
    'isTaxIncluded differs from that of the payment.',
  ],
  'CARRIER_BILLING_REFUND.REFUND_DETAILS_MISMATCH': [
    422,
    'The refund details do not fit the payment.',
  ],
} as const satisfies Record<string, readonly [status: number, message: string]>;

const RETRY_AFTER_SECONDS = 5;

export type CamaraErrorCode = keyof typeof ERRORS;

export function isCamaraErrorCode(code: string): code is CamaraErrorCode {
  return Object.hasOwn(ERRORS, code);
}

/** A named error of a CAMARA API, answered as `{status, code, message}`. */
export class CamaraError extends Error {
  readonly code: CamaraErrorCode;
  readonly status: number;
  /** When to call again, for `TOO_MANY_REQUESTS` and `QUOTA_EXCEEDED`. */
  readonly retryAfterSeconds: number;

  /** @param message replaces the code's sentence; never contains a phone number. */
  constructor(
    code: CamaraErrorCode,
    message: string = ERRORS[code][1],
    { retryAfterSeconds = RETRY_AFTER_SECONDS }: { retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.status = ERRORS[code][0];
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The body of an error reply (CAMARA Commonalities, ErrorInfo). */
export interface ErrorInfo {
  status: number;
  code: string;
  message: string;
}

export function errorInfo({ status, code, message }: ErrorInfo): ErrorInfo {
  return { status, code, message };
}
