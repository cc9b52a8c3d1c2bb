import type { Call } from './call.ts';
import { listFields, listReply } from './list.calls.ts';

/**
 * My list of the bearer token's owner (rows C7, P3, `/api/auth/token`); fields and reply as in row
 * A3. Cookies are ignored.
 */
export const contentPlaylist = {
  method: 'POST',
  path: '/content/v1/playlist',
  operationId: 'getPlaylistOfToken',
  tag: 'content',
  summary: "The list of the bearer token's owner, the latest addition first",
  auth: 'bearer',
  body: listFields,
  reply: listReply,
  errors: ['invalid_request', 'invalid_token', 'too_many_requests'],
} as const satisfies Call<typeof listFields, typeof listReply>;
