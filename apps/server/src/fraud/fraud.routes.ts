import { fraudScript } from '@bonisa/contract/fraud.calls';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../platform/http/app-error.ts';
import type { RegisterCall } from '../platform/http/call-route.ts';
import { originOf } from '../platform/http/request-values.ts';
import type { FraudProtection } from './fraud.port.ts';

export interface FraudRoutesOptions {
  readonly fraud: FraudProtection;
  /** The id of the anonymous visitor; sets the cookie of a new visitor. */
  readonly visitorOf: (request: FastifyRequest, reply: FastifyReply) => string | Promise<string>;
}

/**
 * A16: the kit of a transaction. When the provider gives none, the answer is an error with a
 * description (row X7).
 */
export function registerFraudRoutes(
  register: RegisterCall,
  { fraud, visitorOf }: FraudRoutesOptions,
): void {
  register(fraudScript, {
    limit: 'write',
    async handle({ body, request, reply }) {
      const transactionId = body.transaction_id;
      if (!transactionId)
        throw new AppError('missing_transaction_id', 'getDCBProtectScript: Missing transaction_id');
      const visitorId = await visitorOf(request, reply);
      const { script, token, run } = await fraud.kit({
        transactionId,
        visitorId,
        ...originOf(request),
      });
      return { s: script, transaction_id: transactionId, t: token, run };
    },
  });
}
