/** Method and path of each same-origin call: plain values, so that the browser's client carries no schema with it. */
export const ADDRESSES = {
  csrfToken: { method: 'GET', path: '/api/csrf-token' },
  statusCheck: { method: 'POST', path: '/api/auth/status_check' },
  authStatus: { method: 'POST', path: '/api/auth/status' },
  enrich: { method: 'POST', path: '/api/auth/enrich' },
  bearerToken: { method: 'POST', path: '/api/auth/token' },
  signOut: { method: 'POST', path: '/api/auth/sign_out' },
  subscribe: { method: 'POST', path: '/api/subscribe' },
  unsubscribe: { method: 'POST', path: '/api/subscribe/unsubscribe' },
  fraudScript: { method: 'POST', path: '/api/dcbprotect/getDCBProtectScript' },
  profile: { method: 'POST', path: '/api/profile' },
  viewer: { method: 'GET', path: '/api/viewer' },
  play: { method: 'POST', path: '/api/play' },
} as const satisfies Record<string, { method: 'GET' | 'POST'; path: `/${string}` }>;

export type CallName = keyof typeof ADDRESSES;
