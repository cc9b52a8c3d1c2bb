import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Faults, Manner } from '../sim/fault-desk.ts';
import type { Authorise } from './access.ts';
import { registerCamaraApi } from './camara.plugin.ts';
import {
  paymentBody,
  paymentParams,
  paymentReply,
  paymentsQuery,
  preparedPaymentReply,
  secondStepBody,
  validatePaymentBody,
} from './carrier-billing.schemas.ts';
import type { CarrierBillingService } from './carrier-billing.service.ts';
import type { Due } from './due.ts';
import { setPageHeaders } from './paging.ts';
import type { PaymentSecondStep } from './payment-second-step.ts';

const create = { scope: 'carrier-billing:payments:create' } as const;
const write = { scope: 'carrier-billing:payments:write' } as const;
const read = { scope: 'carrier-billing:payments:read' } as const;

export function registerCarrierBillingRoutes(
  app: FastifyInstance,
  deps: {
    service: CarrierBillingService;
    secondStep: PaymentSecondStep;
    due: Due;
    authorise: Authorise;
    faults: Faults;
  },
): void {
  registerCamaraApi(app, {
    prefix: '/carrier-billing/v0.5',
    authorise: deps.authorise,
    routes(scope) {
      registerFirstStep(scope, deps);
      registerSecondStep(scope, deps);
      registerLookUps(scope, deps);
    },
  });
}

function registerFirstStep(
  app: FastifyInstance,
  { service, faults }: { service: CarrierBillingService; faults: Faults },
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.post(
    '/payments',
    { config: create, schema: { body: paymentBody, response: { 201: paymentReply } } },
    ({ access, body }, reply) =>
      faults.apply(
        'charge',
        reply.code(201),
        (manner) => created(reply, service.create(access, body, manner)),
        (refusal) => service.refuse(access, body, refusal),
      ),
  );
  routes.post(
    '/payments/prepare',
    { config: create, schema: { body: paymentBody, response: { 201: preparedPaymentReply } } },
    ({ access, body }, reply) =>
      faults.apply(
        'charge',
        reply.code(201),
        (manner) => created(reply, service.prepare(access, body, manner)),
        (refusal) => service.refuse(access, body, refusal),
      ),
  );
}

function registerSecondStep(
  app: FastifyInstance,
  { secondStep, faults }: { secondStep: PaymentSecondStep; faults: Faults },
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.post(
    '/payments/:paymentId/validate',
    { config: write, schema: { params: paymentParams, body: validatePaymentBody } },
    ({ access, params, body }, reply) =>
      faults.apply('validate-charge', reply.code(204), () =>
        secondStep.validate(access, params.paymentId, body),
      ),
  );
  routes.post(
    '/payments/:paymentId/confirm',
    { config: write, schema: { params: paymentParams, body: secondStepBody } },
    ({ access, params, body }, reply) =>
      faults.apply('confirm-charge', reply.code(202), (manner) =>
        secondStep.confirm(access, params.paymentId, body.phoneNumber, manner),
      ),
  );
  routes.post(
    '/payments/:paymentId/cancel',
    { config: write, schema: { params: paymentParams, body: secondStepBody } },
    ({ access, params, body }, reply) =>
      faults.apply('cancel-charge', reply.code(202), (manner) =>
        secondStep.cancel(access, params.paymentId, body.phoneNumber, manner),
      ),
  );
}

function registerLookUps(
  app: FastifyInstance,
  deps: { service: CarrierBillingService; due: Due; faults: Faults },
): void {
  const { service, due, faults } = deps;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.get(
    '/payments',
    {
      config: read,
      schema: { querystring: paymentsQuery, response: { 200: z.array(paymentReply) } },
    },
    (request, reply) =>
      faults.apply('list-payments', reply, (manner) => {
        due.fallDue();
        const answer = (how: Manner) => {
          const page = service.list(request.access, request.query, how);
          setPageHeaders(reply, page);
          return page.entries;
        };
        // A listing of all payments of the client, as for a reconciliation, has faults of its own.
        return request.access.msisdn === undefined
          ? faults.apply('list', reply, answer)
          : answer(manner);
      }),
  );
  routes.get(
    '/payments/:paymentId',
    { config: read, schema: { params: paymentParams, response: { 200: paymentReply } } },
    (request, reply) =>
      faults.apply('look-up', reply, () => {
        due.fallDue();
        return service.find(request.access, request.params.paymentId);
      }),
  );
}

/**
 * `resourceURL` is the address of the payment. The API's definition makes it equal to the Location
 * header.
 */
function created<T extends { amountTransaction: { resourceURL: string } }>(
  reply: FastifyReply,
  payment: T,
): T {
  reply.header('location', payment.amountTransaction.resourceURL);
  return payment;
}
