import { PLAIN_SIGN_UP_PATH, type PlainView } from '@bonisa/contract/plain-sign-up';
import type { Language } from '@bonisa/domain/languages';
import type { Clock } from '@bonisa/kit/clock/clock';
import { LIMITS } from '@bonisa/kit/http/limits';
import { createOriginGuard } from '@bonisa/kit/http/origin-guard';
import { originOf } from '@bonisa/kit/http/request-values';
import { viewerLanguage } from '@bonisa/kit/http/viewer-language';
import type { Metrics } from '@bonisa/kit/metrics';
import type { Secrets } from '@bonisa/kit/secrets/secrets';
import type { FraudProtection } from '@bonisa/people/fraud/fraud.port';
import type { Identity } from '@bonisa/people/identity/identity';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SubscriptionModule } from '../subscription/subscription.ts';
import { createPlainSignUp, type PlainForm } from './plain-sign-up.service.ts';
import type { Signup } from './signup.ts';

/** Number, code and signed fields. */
const LONGEST_FORM = 8192;

export interface PlainSignUpRoutesDependencies {
  readonly config: { readonly publicUrl: string; readonly plainSignUp: boolean };
  readonly secrets: Pick<Secrets, 'key'>;
  readonly metrics: Pick<Metrics, 'plainSignUps'>;
  readonly identity: Pick<Identity, 'otp' | 'limitPlainSignUps' | 'sessions' | 'visits'>;
  readonly subscription: Pick<SubscriptionModule, 'offers'>;
  readonly signup: Pick<Signup, 'checkStatus' | 'accept'>;
  readonly fraud: Pick<FraudProtection, 'formToken'>;
  readonly clock: Clock;
}

/** Sends a page in a language. */
export type SendPlainPage = (
  reply: FastifyReply,
  view: PlainView,
  language: Language,
) => FastifyReply;

export type RegisterPlainSignUp = (server: FastifyInstance, send: SendPlainPage) => Promise<void>;

/**
 * `POST /enter-number`: the forms of the sign-up without a script. Each answers with the next page,
 * or leads home; no address has a field of the form. `undefined` where the operator has it off.
 */
export function plainSignUpRoutes(
  dependencies: PlainSignUpRoutesDependencies,
): RegisterPlainSignUp | undefined {
  const { config, secrets, metrics, identity, subscription } = dependencies;
  if (!config.plainSignUp) return undefined;
  const { sessions, visits } = identity;
  const signUp = createPlainSignUp({
    ...dependencies,
    offers: subscription.offers,
    key: secrets.key('plain sign-up'),
    count: (outcome) => metrics.plainSignUps.inc({ outcome }),
  });
  const visitorOf = async (request: FastifyRequest, reply: FastifyReply) => {
    const visit = await sessions.visitOf(request, reply);
    return {
      visitorId: visit.visitorId,
      csrfToken: visits.csrfToken(visit),
      signedInAs: (await sessions.userOf(request, reply))?.subscriberId,
      language: viewerLanguage(request.headers),
      ...originOf(request),
    };
  };

  return async (server, send) => {
    await server.register(async (app) => {
      app.removeAllContentTypeParsers();
      app.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: LONGEST_FORM },
        (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
      );
      const settings = {
        schema: { hide: true },
        onRequest: createOriginGuard(config.publicUrl),
        config: { rateLimit: LIMITS.subscribe },
      };
      app.post(PLAIN_SIGN_UP_PATH, settings, async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const form = (request.body ?? {}) as PlainForm;
        const visitor = await visitorOf(request, reply);
        const { next, language, status, accepted } = await signUp.answer(form, visitor);
        if (accepted?.session) await sessions.handOut(request, reply, accepted.session);
        else if (accepted) await sessions.renew(request, reply, accepted.subscriberId);
        if (next === 'home') return reply.code(303).header('location', '/').send();
        return send(reply.code(status), next, language);
      });
    });
  };
}
