import type { SoldPackage, SoldPackages } from '../packages/sold-packages.ts';
import type { AcceptInput } from './accept.types.ts';
import type { Approval } from './approval.service.ts';

interface Shown {
  readonly input: Pick<AcceptInput, 'price' | 'name'>;
  readonly approval: Approval;
  readonly now: Date;
  readonly sold: Pick<SoldPackages, 'shownBetween' | 'namesBetween'>;
}

/**
 * The package at the price and by the name that this sign-up has shown, also where they have
 * changed since; an Accept is charged what its words said, and its consent has these words. A code
 * approves the price in its message. Beside header enrichment only the page states a price, so its
 * proof's time counts: the price that the page names, else the lowest of those since. No message
 * states a name: it is the one that the page names, else that of the words when the code was sent,
 * or of now. `undefined`: the page showed something else, so the viewer is asked again.
 */
export function shownTerms(
  chosen: SoldPackage,
  { input, approval, now, sold }: Shown,
): SoldPackage | undefined {
  const isOtp = approval.kind === 'otp';
  const since = isOtp ? approval.challenge.sentAt : approval.proof.createdAt;
  const shown = sold.shownBetween(chosen.id, since, now);
  const price = isOtp ? approval.challenge.priceCents : (input.price ?? lowest(shown));
  if (isOtp && input.price !== undefined && input.price !== price) return undefined;
  const names = sold.namesBetween(chosen.id, since, now);
  const name = input.name ?? (isOtp ? names[0] : names.at(-1));
  const shownVersion = shown.find((version) => version.price === price);
  return shownVersion && name !== undefined && names.includes(name)
    ? { ...shownVersion, name }
    : undefined;
}

function lowest(shown: readonly SoldPackage[]): number | undefined {
  return shown.length === 0 ? undefined : Math.min(...shown.map(({ price }) => price));
}
