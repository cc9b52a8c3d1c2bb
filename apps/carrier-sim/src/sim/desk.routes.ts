import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Due } from '../camara/due.ts';
import type { CarriedHandset } from '../network/carried-handset.ts';
import type { Clock } from '../store/clock.ts';
import { randFromCents } from '../store/money.ts';
import type { Payment, PaymentsRepository } from '../store/payments.repository.ts';
import type { RefundsRepository } from '../store/refunds.repository.ts';
import type { FaultDesk } from './fault-desk.ts';
import { faultProblem } from './fault-operations.ts';
import { SimError } from './sim.plugin.ts';
import { chargesQuery, clockBody, faultBody, faultsQuery, networkBody } from './sim.schemas.ts';

interface Deps {
  payments: PaymentsRepository;
  refunds: RefundsRepository;
  due: Due;
  faults: FaultDesk;
  carried: CarriedHandset;
  clock: Clock;
  testClock: boolean;
}

/** What a person at the carrier's desk sees and sets: charges, faults, whose handset is on the network, the test clock. */
export function registerDeskRoutes(app: FastifyInstance, deps: Deps): void {
  const { faults, carried, clock, due } = deps;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get('/sim/charges', { schema: { querystring: chargesQuery } }, async ({ query }) => {
    due.fallDue();
    return deps.payments.charges(query.msisdn).map((payment) => chargeOf(payment, deps.refunds));
  });

  routes.get('/sim/faults', async () => ({ faults: faults.list() }));
  routes.post('/sim/faults', { schema: { body: faultBody } }, async ({ body }) => {
    const problem = faultProblem(body);
    if (problem !== undefined) throw new SimError(400, 'INVALID_ARGUMENT', problem);
    faults.add(body);
    return { faults: faults.list() };
  });
  routes.delete('/sim/faults', { schema: { querystring: faultsQuery } }, async ({ query }, reply) => {
    faults.clear(query.operation);
    reply.code(204);
  });

  routes.get('/sim/network', async () => ({ msisdn: carried.get() }));
  routes.put('/sim/network', { schema: { body: networkBody } }, async ({ body }) => {
    carried.set(body.msisdn);
    return { msisdn: carried.get() };
  });

  if (!deps.testClock) return;
  routes.post('/test/clock', { schema: { body: clockBody } }, async ({ body }) => {
    clock.set(body.now);
    due.fallDue();
    return { now: clock.now().toISOString() };
  });
}

function chargeOf(payment: Payment, refunds: RefundsRepository) {
  const refunded = payment.status === 'succeeded' ? refunds.refunded(payment.id) : 0;
  return {
    id: payment.id,
    at: payment.createdAt.toISOString(),
    amount: randFromCents(payment.cents),
    status: payment.status,
    reference: payment.referenceCode,
    msisdn: payment.msisdn,
    ...(payment.denialReason !== null && { reason: payment.denialReason }),
    ...(refunded > 0 && { refunded: randFromCents(refunded) }),
  };
}
