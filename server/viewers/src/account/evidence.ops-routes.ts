import { AppError } from '@bonisa/kit/http/app-error';
import type { OpsRoutes } from '@bonisa/kit/http/operations-listener';
import { typedMsisdnOf } from '@bonisa/kit/http/request-values';
import type { Evidence } from './evidence.service.ts';

/**
 * `GET /ops/evidence/{msisdn}`: the evidence about a number, as one document. 404 if there is none.
 */
export function evidenceOpsRoutes(evidence: Evidence): OpsRoutes {
  return (app) => {
    app.get<{ Params: { msisdn: string } }>('/ops/evidence/:msisdn', async (request, reply) => {
      const document = await evidence(typedMsisdnOf(request.params.msisdn));
      if (!document) throw new AppError('not_found', 'Of this number nothing is kept.');
      return reply.header('cache-control', 'no-store').send(document);
    });
  };
}
