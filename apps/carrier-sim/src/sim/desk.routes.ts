import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Carriers } from '../carriers/carriers.ts';
import type { CarriedHandset } from '../network/carried-handset.ts';
import type { Clock } from '../store/clock.ts';
import { streamCharges } from './charge-list.ts';
import type { FaultDesk } from './fault-desk.ts';
import { faultProblem } from './fault-operations.ts';
import { SimError, unknownCarrier } from './sim.plugin.ts';
import {
  chargesQuery,
  clientBody,
  clientParams,
  clockBody,
  faultBody,
  faultsQuery,
  handsetParams,
  networkBody,
} from './sim.schemas.ts';

interface Deps {
  carriers: Carriers;
  faults: FaultDesk;
  carried: CarriedHandset;
  clock: Clock;
  testClock: boolean;
}

/**
 * The controls of the carriers' desk: charges, faults, the carried handset, further clients, the
 * test clock.
 */
export function registerDeskRoutes(app: FastifyInstance, deps: Deps): void {
  const { carriers, faults, carried, clock } = deps;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  function carrierNamed(id: string) {
    const carrier = carriers.byId(id);
    if (!carrier) throw unknownCarrier(carriers);
    return carrier;
  }

  routes.get('/sim/charges', { schema: { querystring: chargesQuery } }, ({ query }, reply) => {
    carriers.fallDue();
    const asked = query.carrier === undefined ? carriers.all : [carrierNamed(query.carrier)];
    const sources = asked.map(({ profile, charges }) => ({ carrier: profile.id, charges }));
    return reply.type('application/json; charset=utf-8').send(streamCharges(sources, query.msisdn));
  });

  // The country's register of ported numbers, which no carrier runs alone.
  routes.get(
    '/portability/v1/numbers/:msisdn',
    { schema: { params: handsetParams } },
    async ({ params }) => ({ carrier: carriers.of(params.msisdn).profile.id }),
  );

  routes.get('/sim/faults', async () => ({ faults: faults.list() }));
  routes.post('/sim/faults', { schema: { body: faultBody } }, async ({ body }) => {
    const problem = faultProblem(body);
    if (problem !== undefined) throw new SimError(400, 'INVALID_ARGUMENT', problem);
    if (body.carrier !== undefined) carrierNamed(body.carrier);
    faults.add(body);
    return { faults: faults.list() };
  });
  routes.delete(
    '/sim/faults',
    { schema: { querystring: faultsQuery } },
    async ({ query }, reply) => {
      faults.clear(query.operation);
      reply.code(204);
    },
  );

  routes.get('/sim/network', async () => ({ msisdn: carried.get() }));
  routes.put('/sim/network', { schema: { body: networkBody } }, async ({ body }) => {
    carried.set(body.msisdn);
    return { msisdn: carried.get() };
  });

  routes.put(
    '/sim/clients/:clientId',
    { schema: { params: clientParams, body: clientBody } },
    async ({ params, body }) => {
      if (carriers.all.some(({ profile }) => profile.client.id === params.clientId))
        throw new SimError(
          409,
          'CLIENT_IS_CONFIGURED',
          'The key of this client comes from the environment.',
        );
      for (const { clients } of carriers.all) clients.put({ id: params.clientId, jwk: body.jwk });
      return { client_id: params.clientId };
    },
  );

  if (!deps.testClock) return;
  routes.post('/test/clock', { schema: { body: clockBody } }, async ({ body }) => {
    clock.set(body.now);
    carriers.fallDue();
    return { now: clock.now().toISOString() };
  });
}
