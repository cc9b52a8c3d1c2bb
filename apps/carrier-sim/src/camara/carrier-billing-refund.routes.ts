import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Faults } from '../sim/fault-desk.ts';
import type { Authorise } from './access.ts';
import { registerCamaraApi } from './camara.plugin.ts';
import {
  paymentOfRefundParams,
  refundBody,
  refundParams,
  refundReply,
  refundsQuery,
  remainingAmountReply,
} from './carrier-billing-refund.schemas.ts';
import type { RefundService } from './carrier-billing-refund.service.ts';
import type { Due } from './due.ts';
import { setPageHeaders } from './paging.ts';

const PREFIX = '/carrier-billing-refund/v0.3';
const create = { scope: 'carrier-billing-refund:refunds:create' } as const;
const read = { scope: 'carrier-billing-refund:refunds:read' } as const;

export function registerRefundRoutes(
  app: FastifyInstance,
  deps: { service: RefundService; due: Due; authorise: Authorise; faults: Faults },
): void {
  const { service, due, faults } = deps;
  registerCamaraApi(app, {
    prefix: PREFIX,
    authorise: deps.authorise,
    routes(scope) {
      const routes = scope.withTypeProvider<ZodTypeProvider>();
      routes.post(
        '/payments/:paymentId/refunds',
        {
          config: create,
          schema: {
            params: paymentOfRefundParams,
            body: refundBody,
            response: { 201: refundReply },
          },
        },
        ({ access, params, body }, reply) =>
          faults.apply('refund', reply.code(201), (manner) => {
            due.fallDue();
            const refund = service.create(access, params.paymentId, body, manner);
            reply.header(
              'location',
              `${scope.prefix}/payments/${params.paymentId}/refunds/${refund.refundId}`,
            );
            return refund;
          }),
      );
      routes.get(
        '/payments/:paymentId/refunds',
        {
          config: read,
          schema: {
            params: paymentOfRefundParams,
            querystring: refundsQuery,
            response: { 200: z.array(refundReply) },
          },
        },
        ({ access, params, query }, reply) =>
          faults.apply('list-refunds', reply, () => {
            due.fallDue();
            const page = service.list(access, params.paymentId, query);
            setPageHeaders(reply, page);
            return page.entries;
          }),
      );
      routes.get(
        '/payments/:paymentId/refunds/remaining-amount',
        {
          config: read,
          schema: { params: paymentOfRefundParams, response: { 200: remainingAmountReply } },
        },
        ({ access, params }, reply) =>
          faults.apply('look-up', reply, () => {
            due.fallDue();
            return service.remaining(access, params.paymentId);
          }),
      );
      routes.get(
        '/payments/:paymentId/refunds/:refundId',
        { config: read, schema: { params: refundParams, response: { 200: refundReply } } },
        ({ access, params }, reply) =>
          faults.apply('look-up', reply, () => {
            due.fallDue();
            return service.find(access, params.paymentId, params.refundId);
          }),
      );
    },
  });
}
