import type { FastifyReply } from 'fastify';
import type { AppError } from '../platform/http/app-error.ts';
import { contentSecurityPolicy, inlineHashes } from './content-security-policy.ts';
import { escaped, type OfflineBrand, plainPage } from './installable/offline-page.ts';

/**
 * Sends a refusal as a page for people. The text is constant, so it costs nothing when the server
 * is overloaded.
 */
export function createBusyPage(
  brand: OfflineBrand,
): (error: AppError, reply: FastifyReply) => FastifyReply {
  return (error, reply) => {
    const page = plainPage(brand, {
      title: 'One moment, please',
      words: `<p role="alert">${escaped(error.message)}</p>\n<p class="quiet">Nothing is taken from your airtime meanwhile.</p>`,
    });
    if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
    return reply
      .code(error.status)
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': contentSecurityPolicy(inlineHashes(page)),
        'x-robots-tag': 'noindex',
      })
      .type('text/html; charset=utf-8')
      .send(page);
  };
}
