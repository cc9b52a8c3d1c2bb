import { formatRand } from '@bonisa/domain/money/rand';
import { AppError } from '@bonisa/kit/http/app-error';
import type { RequestedRefund } from './refund.request.ts';

/** A refused refund as the named error of a call. */
export function refundRefusal({
  refusal,
  left = 0,
}: Omit<Extract<RequestedRefund, { ok: false }>, 'ok'>): AppError {
  switch (refusal) {
    case 'unknown_reference':
      return new AppError('not_found', 'There is no charge with this reference.');
    case 'not_taken':
      return new AppError(
        'charge_not_taken',
        'Nothing was taken by this charge, as far as is known: there is nothing to give back.',
      );
    case 'nothing_left':
      return new AppError(
        'nothing_left_to_refund',
        'All of this charge is given back already, or on its way back.',
      );
    case 'more_than_left':
      return new AppError(
        'more_than_left_to_refund',
        `No more than R${formatRand(left)} of this charge is left to be given back.`,
        {
          fields: [{ field: 'amount', problem: `is more than ${formatRand(left)}` }],
        },
      );
    case 'asked_since':
      return new AppError(
        'conflict',
        'The same amount of this charge was asked for again meanwhile: if that was this refund, dismiss the reconciliation exception; if it was another one, ask for it in Care first.',
      );
    case 'key_of_another':
      return new AppError('conflict', 'This idempotency key was used for another refund.');
  }
}
