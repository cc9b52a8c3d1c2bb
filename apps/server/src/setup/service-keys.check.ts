/** What is not sold at which carrier, because the configuration has no service key for it. */
import { PACKAGES } from '@bonisa/domain/packages/package-catalogue';
import type { CarrierTerms } from '../carriers/registry.ts';
import { type Finding, findingsOf } from './finding.ts';

const { warning, ok } = findingsOf('carriers');

/** The packages that an installation begins with; those of the studio have their keys there. */
export function serviceKeyFindings(
  carriers: readonly Pick<CarrierTerms, 'id' | 'serviceKeys'>[],
): Finding[] {
  return carriers.map(({ id, serviceKeys }) => {
    const name = carriers.length > 1 ? `carrier ${id}: serviceKeys` : 'SERVICE_KEY_…';
    const isSold = (packageId: string): boolean => serviceKeys[packageId] !== undefined;
    const missing = PACKAGES.filter((one) => !isSold(one.id)).map((one) => one.name);
    if (missing.length === 0) return ok(name, 'has a key for each package of the installation');
    if (missing.length < PACKAGES.length)
      return ok(name, `has no key for ${missing.join(' and ')}: not sold there`);
    return warning(
      name,
      'has no key at all: nothing is sold there until the studio gives a package its key',
      'set the keys of the packages that you sell, or make packages with their keys in the studio',
    );
  });
}
