/** The errors of RFC 6749 section 5.2 that the token endpoint uses, with their statuses. */
export const OAUTH_STATUS = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  invalid_scope: 400,
  unsupported_grant_type: 400,
  temporarily_unavailable: 503,
} as const;

export type OauthErrorCode = keyof typeof OAUTH_STATUS;

/** A refusal of the token endpoint in OAuth's shape. */
export class OauthError extends Error {
  readonly code: OauthErrorCode;
  /** What the client is not told, for the log. */
  readonly why: string | undefined;
  constructor(code: OauthErrorCode, description: string, why?: string) {
    super(description);
    this.code = code;
    this.why = why;
  }
}
