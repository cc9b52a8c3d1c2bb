import { fraudScript } from '@bonisa/contract/fraud.calls';
import { AppError } from '@bonisa/kit/http/app-error';
import { originOf } from '@bonisa/kit/http/request-values';
import type { Routes } from '@bonisa/kit/http/site-listener';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FraudProtection } from './fraud.port.ts';

export interface FraudRoutesDependencies {
  readonly fraud: Pick<FraudProtection, 'kit'>;
  /** The anonymous visit of a request; begins one with the reply where there is none. */
  readonly visitOf: (
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<{ readonly visitorId: string }>;
}

/** A16: the kit of a transaction. Where the provider gives none, the answer is an error (X7). */
export function fraudRoutes({ fraud, visitOf }: FraudRoutesDependencies): Routes {
  return ({ register }) => {
    register(fraudScript, {
      limit: 'write',
      async handle({ body, request, reply }) {
        const transactionId = body.transaction_id;
        if (!transactionId)
          throw new AppError(
            'missing_transaction_id',
            'getDCBProtectScript: Missing transaction_id',
          );
        const { visitorId } = await visitOf(request, reply);
        const { script, token, run } = await fraud.kit({
          transactionId,
          visitorId,
          ...originOf(request),
        });
        return { s: script, transaction_id: transactionId, t: token, run };
      },
    });
  };
}
