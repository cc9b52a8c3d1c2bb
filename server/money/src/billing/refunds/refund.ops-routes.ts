import { parseRand } from '@bonisa/domain/money/rand';
import { AppError } from '@bonisa/kit/http/app-error';
import type { OpsRoutes } from '@bonisa/kit/http/operations-listener';
import { z } from 'zod';
import type { ChargeRepository } from '../charges/charge.repository.ts';
import { refundRefusal } from './refund.refusal.ts';
import type { RefundRepository } from './refund.repository.ts';
import type { RefundService } from './refund.service.ts';
import { refundView } from './refund.view.ts';

const NUL = '\u0000';
const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(max)
    .refine((text) => !text.includes(NUL), 'must not hold NUL');

const refundBody = z.strictObject({
  reference: line(200),
  amount: z
    .string()
    .transform((text, context) => {
      const cents = parseRand(text);
      if (cents !== undefined && cents > 0) return cents;
      context.addIssue({
        code: 'custom',
        message: 'must be an amount of rand above nothing, as in "2.50"',
      });
      return z.NEVER;
    })
    .nullish(),
  reason: line(500),
});

const refundHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 visible characters')
    .optional(),
});

const refundsQuery = z.strictObject({ reference: line(200) });

/**
 * Refunds by the operator. `POST /ops/refunds {reference, amount?, reason}`: `reference` of a
 * charge, `amount` in rand, by default all that is left; the answer comes after the carrier was
 * asked. The same request under the same `idempotency-key` is the same refund. `GET
 * /ops/refunds?reference=`: the refunds of a charge, or the one with this reference.
 */
export function refundOpsRoutes({
  service,
  refunds,
  charges,
}: {
  readonly service: RefundService;
  readonly refunds: RefundRepository;
  readonly charges: ChargeRepository;
}): OpsRoutes {
  return (app) => {
    app.post(
      '/ops/refunds',
      { schema: { body: refundBody, headers: refundHeaders } },
      async (request, reply) => {
        const { reference, amount, reason } = request.body as z.output<typeof refundBody>;
        const onceKey = (request.headers as z.output<typeof refundHeaders>)['idempotency-key'];
        const answer = await service.request({
          reference,
          why: reason,
          ...(amount == null ? {} : { amount }),
          ...(onceKey === undefined ? {} : { onceKey }),
        });
        if (!answer.ok) throw refundRefusal(answer);
        return reply.code(201).send(refundView(answer.refund, answer.charge));
      },
    );

    app.get('/ops/refunds', { schema: { querystring: refundsQuery } }, async (request) => {
      const { reference } = request.query as z.output<typeof refundsQuery>;
      const charge = await charges.byReference(reference);
      if (charge)
        return { refunds: (await refunds.of([charge.id])).map((one) => refundView(one, charge)) };
      const refund = await refunds.byReference(reference);
      if (!refund)
        throw new AppError(
          'not_found',
          'There is neither a charge nor a refund with this reference.',
        );
      const { chargeId } = refund;
      const ofCharge = chargeId === null ? undefined : await charges.byId(chargeId);
      return { refunds: [refundView(refund, ofCharge)] };
    });
  };
}
