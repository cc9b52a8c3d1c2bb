import * as calls from '@bonisa/contract/subscription.calls';
import { parseRand } from '@bonisa/domain/money/rand';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { readTypedCode } from '@bonisa/domain/numbers/typed-code';
import { AppError } from '@bonisa/kit/http/app-error';
import { originOf, typedMsisdnOf } from '@bonisa/kit/http/request-values';
import type { Routes } from '@bonisa/kit/http/site-listener';
import { viewerLanguage } from '@bonisa/kit/http/viewer-language';
import type { Metrics } from '@bonisa/kit/metrics';
import { uuidOf } from '@bonisa/kit/secrets/keyed-hash';
import type { Secrets } from '@bonisa/kit/secrets/secrets';
import type { Identity } from '@bonisa/people/identity/identity';
import type { Numbers } from '@bonisa/people/numbers/numbers';
import type { Accepted } from './accept.types.ts';
import type { Signup } from './signup.ts';

export interface SignupRoutesDependencies {
  readonly secrets: Pick<Secrets, 'lastingKey'>;
  readonly metrics: Pick<Metrics, 'subscribes'>;
  readonly identity: Pick<Identity, 'sessions'>;
  readonly numbers: Pick<Numbers, 'rechargeOf'>;
  readonly signup: Pick<Signup, 'checkStatus' | 'accept'>;
}

interface NumberFields {
  readonly transaction_id?: string | undefined;
  readonly msisdn?: string | undefined;
  readonly he_msisdn?: string | undefined;
}

/** The status check and the Accept of the opt-in (rows A9 and A14). */
export function signupRoutes({
  secrets,
  metrics,
  identity: { sessions },
  numbers,
  signup: { checkStatus, accept },
}: SignupRoutesDependencies): Routes {
  const transactionKey = secrets.lastingKey('transaction');
  /** Our id of a number in a transaction. */
  const subTransactionId = (transactionId: string, msisdn: Msisdn): string =>
    uuidOf(transactionKey, transactionId, msisdn);
  const countOutcome = (outcome: string, packageId: string): void =>
    metrics.subscribes.inc({ outcome, package: packageId });

  return ({ register }) => {
    register(calls.statusCheck, {
      limit: 'write',
      handle: async ({ body, request, reply }) => {
        const { transactionId, msisdn } = numberOf(body);
        const { visitorId } = await sessions.visitOf(request, reply);
        const checked = await checkStatus({
          transactionId,
          msisdn,
          visitorId,
          address: request.ip,
          signedInAs: (await sessions.userOf(request, reply))?.subscriberId,
          heToken: body.he_token,
          serviceKey: body.service_key,
          unblockFirst: body.unblock_first ?? false,
          language: viewerLanguage(request.headers),
        });
        return { ...checked, sub_transaction_id: subTransactionId(transactionId, msisdn) };
      },
    });

    register(calls.subscribe, {
      limit: 'subscribe',
      handle: async ({ body, request, reply }) => {
        const { transactionId, msisdn } = numberOf(body);
        const id = subTransactionId(transactionId, msisdn);
        if (body.to_cancel === 'yes') {
          countOutcome('declined', '');
          return {
            status: 'success' as const,
            description: 'Nothing was started and nothing will be taken.',
            sub_transaction_id: id,
            outcome: 'declined' as const,
          };
        }
        const accepted = await accept({
          transactionId,
          msisdn,
          visitorId: (await sessions.visitOf(request, reply)).visitorId,
          signedInAs: (await sessions.userOf(request, reply))?.subscriberId,
          heToken: body.he_token,
          serviceKey: body.service_key,
          freeId: body.free_id,
          price: priceOf(body.price),
          name: body.name,
          otp: body.otp && (readTypedCode(body.otp) ?? body.otp),
          fraudToken: body.evina_token,
          contentBlockOverride: body.contentblock_override ?? false,
          language: body.words_language ?? viewerLanguage(request.headers),
          ...originOf(request),
        });
        countOutcome(accepted.outcome, accepted.ok ? accepted.subscription.packageId : '');
        if (!accepted.ok)
          return {
            status: 'failed' as const,
            description: accepted.description,
            sub_transaction_id: id,
            outcome: accepted.outcome,
            // Only of a proven number.
            ...(accepted.outcome === 'insufficient_airtime'
              ? { recharge: await numbers.rechargeOf(msisdn) }
              : {}),
          };
        if (accepted.session) await sessions.handOut(request, reply, accepted.session);
        else await sessions.renew(request, reply, accepted.subscriberId);
        return { ...success(accepted), sub_transaction_id: id };
      },
    });
  };
}

/** Row V5: a transaction id and a number; the typed number takes precedence. */
function numberOf(body: NumberFields): { transactionId: string; msisdn: Msisdn } {
  if (!body.transaction_id)
    throw new AppError('missing_transaction_id', 'CheckStatus: Missing transaction_id', {
      fields: [{ field: 'transaction_id', problem: 'is missing' }],
    });
  const typed = body.msisdn ?? body.he_msisdn;
  if (!typed)
    throw new AppError('missing_msisdn', 'CheckStatus: Missing msisdn', {
      fields: [{ field: 'msisdn', problem: 'is missing' }],
    });
  return { transactionId: body.transaction_id, msisdn: typedMsisdnOf(typed) };
}

/** The price that the page showed, in cents; its form is checked by the contract. */
function priceOf(shown: string | undefined): number | undefined {
  return shown === undefined ? undefined : parseRand(shown);
}

function success(accepted: Extract<Accepted, { ok: true }>) {
  return {
    status: 'success' as const,
    description: String(accepted.subscriberId),
    outcome: accepted.outcome,
    package_id: accepted.subscription.packageId,
    paid_until: accepted.subscription.paidUntil?.toISOString() ?? null,
    free_trial: accepted.freeTrial,
  };
}
