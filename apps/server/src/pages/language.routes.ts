import { cookieName, LANGUAGE_COOKIE } from '@bonisa/contract/cookies';
import { isLanguage } from '@bonisa/domain/languages';
import { safeReturn } from '@bonisa/domain/safe-return';
import { AppError } from '@bonisa/kit/http/app-error';
import { createOriginGuard } from '@bonisa/kit/http/origin-guard';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';

export interface LanguageOptions {
  readonly publicUrl: string;
  readonly secureCookies: boolean;
}

const A_YEAR = 365 * 24 * 60 * 60;
/** One field with two letters. */
const LONGEST_BODY = 100;
const LONGEST_PATH = 2048;

/**
 * `POST /language` of the form on every page: stores the choice in a cookie and leads back to the
 * page, without a script. The page is read from `Referer`, because a cached page has one form for
 * all its addresses; only the path counts, so it leads to no other site.
 */
export function languageRoutes({ publicUrl, secureCookies }: LanguageOptions): FastifyPluginAsync {
  const ownOrigin = createOriginGuard(publicUrl);
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LONGEST_BODY },
      (_request, body, done) => done(null, new URLSearchParams(String(body)).get('language')),
    );
    app.post('/language', { schema: { hide: true }, onRequest: ownOrigin }, (request, reply) => {
      const { body: language } = request;
      if (!isLanguage(language))
        throw new AppError('invalid_request', 'Please choose one of the languages.');
      return reply
        .setCookie(cookieName(LANGUAGE_COOKIE, secureCookies), language, {
          path: '/',
          httpOnly: true,
          sameSite: 'lax',
          secure: secureCookies,
          maxAge: A_YEAR,
        })
        .code(303)
        .header('location', cameFrom(request))
        .header('cache-control', 'no-store')
        .send();
    });
  };
}

/** The path of the page with the form; home if the browser does not say. */
function cameFrom({ headers: { referer } }: FastifyRequest): string {
  const url = referer ? URL.parse(referer) : null;
  const path = safeReturn(url && url.pathname + url.search);
  return path.length <= LONGEST_PATH ? path : '/';
}
