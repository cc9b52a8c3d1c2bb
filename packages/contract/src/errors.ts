/**
 * Every error code with its HTTP status. Codes are stable, so programs may switch on them;
 * descriptions are for people.
 */
export const HTTP_STATUS = {
  invalid_request: 400,
  missing_transaction_id: 400,
  missing_msisdn: 400,
  invalid_msisdn: 400,
  unknown_service_key: 400,
  webhook_address_refused: 400,
  authorization_pending: 400,
  slow_down: 400,
  access_denied: 400,
  expired_token: 400,
  invalid_grant: 400,
  invalid_client: 400,
  unsupported_grant_type: 400,
  picture_unreadable: 400,
  picture_animated: 400,
  picture_size_refused: 400,
  not_signed_in: 401,
  invalid_token: 401,
  carrier_refused_token: 401,
  api_key_invalid: 401,
  sign_in_refused: 401,
  csrf_token_invalid: 403,
  foreign_origin: 403,
  not_yours: 403,
  signature_invalid: 403,
  signature_expired: 403,
  not_entitled: 403,
  account_needed: 403,
  scope_missing: 403,
  preview_only: 403,
  step_up_needed: 403,
  own_request: 403,
  not_independent: 403,
  not_found: 404,
  off_air: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  cannot_publish: 409,
  last_administrator: 409,
  charge_in_flight: 409,
  charge_not_taken: 409,
  nothing_left_to_refund: 409,
  more_than_left_to_refund: 409,
  not_blocked: 409,
  already_blocked: 409,
  not_subscribed: 409,
  nothing_to_send: 409,
  already_disputed: 409,
  already_decided: 409,
  asker_disabled: 409,
  opens_soon: 409,
  signups_closed: 409,
  transaction_has_other_number: 409,
  link_invalid: 410,
  handle_invalid: 410,
  approval_expired: 410,
  payload_too_large: 413,
  address_too_long: 414,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  too_many_requests: 429,
  headers_too_large: 431,
  otp_send_limit: 429,
  internal: 500,
  carrier_unavailable: 503,
  fraud_unavailable: 503,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof HTTP_STATUS;

/** A field at fault and its problem. */
export interface FieldProblem {
  field: string;
  problem: string;
}

/** The body of every answer with a status of 400 or above. */
export interface ErrorBody {
  code: ErrorCode;
  description: string;
  fields?: FieldProblem[];
  /** Of `invalid_msisdn`: the number was read, and its carrier sends it no code. */
  reason?: 'not_on_network';
  /** Seconds before a retry is useful. */
  retry_after?: number;
  correlation_id?: string;
}
