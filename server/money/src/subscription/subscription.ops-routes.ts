import { AppError } from '@bonisa/kit/http/app-error';
import type { OpsRoutes } from '@bonisa/kit/http/operations-listener';
import { typedMsisdnOf } from '@bonisa/kit/http/request-values';
import { z } from 'zod';
import { type UnblockingService, unblockingView } from './unblocking.service.ts';

const NUL = '\u0000';
const unblockBody = z.strictObject({
  msisdn: z.string(),
  reason: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(500)
    .refine((text) => !text.includes(NUL), 'must not hold NUL'),
});

/** `POST /ops/unblock {msisdn, reason}`: the number may opt in again after STOP ALL. */
export function subscriptionOpsRoutes({
  unblocking,
}: {
  readonly unblocking: Pick<UnblockingService, 'unblock'>;
}): OpsRoutes {
  return (app) => {
    app.post('/ops/unblock', { schema: { body: unblockBody } }, async (request) => {
      const { msisdn, reason } = request.body as z.output<typeof unblockBody>;
      const done = await unblocking.unblock(typedMsisdnOf(msisdn), reason);
      if (!done) throw new AppError('not_blocked', 'This number is not blocked.');
      return { subscriber_id: String(done.subscriberId), ...unblockingView(done) };
    });
  };
}
