import type { Package } from '@bonisa/domain/packages/package-catalogue';
import type { SubscriptionRefusal } from '@bonisa/domain/subscription/subscription';
import { canChangePackage } from '@bonisa/domain/subscription/subscription-decide';
import { AppError } from '@bonisa/kit/http/app-error';
import type { SubscriptionRow } from '../subscription/subscription.repository.ts';

/** Why another package does not begin, in a text that says what to do. */
export function refusalOf(
  refusal: SubscriptionRefusal,
  row: SubscriptionRow,
  packageTerms: Package,
): AppError {
  switch (refusal) {
    case 'charge_in_flight':
      return new AppError(
        'charge_in_flight',
        'A payment of yours is being confirmed right now. Nothing more was asked for; please look again in a minute.',
      );
    case 'change_pending':
      return new AppError(
        'conflict',
        'You have planned another change. The new price can be accepted once that has begun.',
      );
    case 'not_upwards':
      if (row.packageId === packageTerms.id)
        return new AppError(
          'conflict',
          `You have ${packageTerms.name} already. Nothing was taken.`,
        );
      return new AppError(
        'conflict',
        'Only a dearer package can begin at once. A cheaper one begins when your paid time ends.',
      );
    default:
      if (!canChangePackage(row.status)) return noSubscriptionToChange();
      return new AppError(
        'conflict',
        'A package can begin at once only while another one is paid. Nothing was taken.',
      );
  }
}

/** There is no subscription to change. */
export function noSubscriptionToChange(): AppError {
  return new AppError(
    'conflict',
    'There is no running subscription whose package could be changed. Choose a package when you subscribe again.',
  );
}
