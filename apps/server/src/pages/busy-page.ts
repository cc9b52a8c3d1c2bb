import { DEFAULT_LANGUAGE, type Language } from '@bonisa/domain/languages';
import type { AppError } from '@bonisa/kit/http/app-error';
import type { FastifyReply } from 'fastify';
import { contentSecurityPolicy, inlineHashes } from './content-security-policy.ts';
import { escaped, type OfflineBrand, plainPage } from './installable/offline-page.ts';
import { PLAIN_WORDS } from './plain-words.ts';

/**
 * Sends a refusal as a page for people, in their language. The texts are constant, so it costs
 * nothing when the server is overloaded.
 */
export function createBusyPage(
  brand: OfflineBrand,
): (error: AppError, reply: FastifyReply, language: Language) => FastifyReply {
  return (error, reply, language) => {
    const words = PLAIN_WORDS[language];
    const page = plainPage(brand, language, {
      title: words.oneMoment,
      words: `<p role="alert">${escaped(reasonOf(error, language))}</p>\n<p class="quiet">${escaped(words.changesNothing)}</p>`,
    });
    if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
    return reply
      .code(error.status)
      .headers(plainHeaders(page))
      .type('text/html; charset=utf-8')
      .send(page);
  };
}

/** The headers of a page for one visitor, which needs nothing but what stands in it. */
export function plainHeaders(page: string): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': contentSecurityPolicy(inlineHashes(page)),
    'x-robots-tag': 'noindex',
  };
}

/** In English the server's own sentence, else the words of the code. */
function reasonOf({ code, message }: AppError, language: Language): string {
  if (language === DEFAULT_LANGUAGE) return message;
  const { tooManyRequests, notAvailable } = PLAIN_WORDS[language];
  return code === 'too_many_requests' ? tooManyRequests : notAvailable;
}
