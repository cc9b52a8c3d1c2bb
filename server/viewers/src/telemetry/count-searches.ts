import type { SearchAnswered } from '@bonisa/content/search/search.routes';
import { networkOf } from '@bonisa/kit/http/client-network';
import type { Identity } from '@bonisa/people/identity/identity';
import type { FastifyRequest } from 'fastify';
import type { Telemetry } from './telemetry.ts';

/**
 * Has searches counted by the visit that a browser's signed cookie proves, or by its network. Looks
 * nothing up: a search must not become slower.
 */
export function countSearches({
  telemetry: { searches },
  identity: { visits },
}: {
  readonly telemetry: Pick<Telemetry, 'searches'>;
  readonly identity: { readonly visits: Pick<Identity['visits'], 'read'> };
}): SearchAnswered {
  const viewerOf = (request: FastifyRequest): string =>
    visits.read(request)?.visitorId ?? networkOf(request.ip);
  return (request, text, found) => searches.count({ viewer: viewerOf(request), text, found });
}
