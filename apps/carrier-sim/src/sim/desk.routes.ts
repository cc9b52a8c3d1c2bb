import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Due } from '../camara/due.ts';
import type { CarriedHandset } from '../network/carried-handset.ts';
import type { ChargesRepository } from '../store/charges.repository.ts';
import type { ClientsRepository } from '../store/clients.repository.ts';
import type { Clock } from '../store/clock.ts';
import { streamCharges } from './charge-list.ts';
import type { FaultDesk } from './fault-desk.ts';
import { faultProblem } from './fault-operations.ts';
import { SimError } from './sim.plugin.ts';
import {
  chargesQuery,
  clientBody,
  clientParams,
  clockBody,
  faultBody,
  faultsQuery,
  networkBody,
} from './sim.schemas.ts';

interface Deps {
  charges: ChargesRepository;
  due: Due;
  faults: FaultDesk;
  carried: CarriedHandset;
  clients: ClientsRepository;
  /** Our product's name as a client: its key is the environment's and cannot be changed here. */
  productId: string;
  clock: Clock;
  testClock: boolean;
}

/**
 * What a person at the carrier's desk sees and sets: charges, faults, whose handset is on the
 * network, further clients, the test clock.
 */
export function registerDeskRoutes(app: FastifyInstance, deps: Deps): void {
  const { faults, carried, clock, due } = deps;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get('/sim/charges', { schema: { querystring: chargesQuery } }, ({ query }, reply) => {
    due.fallDue();
    return reply
      .type('application/json; charset=utf-8')
      .send(streamCharges(deps.charges, query.msisdn));
  });

  routes.get('/sim/faults', async () => ({ faults: faults.list() }));
  routes.post('/sim/faults', { schema: { body: faultBody } }, async ({ body }) => {
    const problem = faultProblem(body);
    if (problem !== undefined) throw new SimError(400, 'INVALID_ARGUMENT', problem);
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
      if (params.clientId === deps.productId)
        throw new SimError(
          409,
          'CLIENT_IS_CONFIGURED',
          'The key of this client comes from the environment.',
        );
      deps.clients.put({ id: params.clientId, jwk: body.jwk });
      return { client_id: params.clientId };
    },
  );

  if (!deps.testClock) return;
  routes.post('/test/clock', { schema: { body: clockBody } }, async ({ body }) => {
    clock.set(body.now);
    due.fallDue();
    return { now: clock.now().toISOString() };
  });
}
