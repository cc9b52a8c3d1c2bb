import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type { NumberCarriers } from '@bonisa/people/numbers/number-carrier.service';
import type { Charge, ChargeRepository } from './charge.repository.ts';

export interface NumberMoveDependencies {
  readonly numberCarriers: Pick<NumberCarriers, 'isAlone' | 'find' | 'move'>;
  readonly charges: Pick<ChargeRepository, 'hasTaken'>;
}

/** Whether the number of a denied charge has moved; the subscription then goes on where it is. */
export type HasMoved = (
  charge: Pick<Charge, 'subscriptionId' | 'carrierId'>,
  msisdn: Msisdn,
) => Promise<boolean>;

/**
 * Follows a number whose carrier denies a charge because the number is not on its network. The
 * consent names service, price and period, not the carrier, so the subscription goes on at the
 * number's new carrier (decision 15).
 *
 * The register's word is enough. Where only the carriers' answers say where the number is, the old
 * carrier must have taken money for this subscription before: otherwise a carrier could opt in
 * numbers that were never on its network and have another carrier charge them.
 */
export function createHasMoved({ numberCarriers, charges }: NumberMoveDependencies): HasMoved {
  return async ({ subscriptionId, carrierId }, msisdn) => {
    if (numberCarriers.isAlone) return false;
    const found = await numberCarriers.find(msisdn);
    if (found === undefined || found.carrierId === carrierId) return false;
    if (found.by === 'carriers' && !(await charges.hasTaken(subscriptionId, carrierId)))
      return false;
    await numberCarriers.move(msisdn, found.carrierId);
    return true;
  };
}
