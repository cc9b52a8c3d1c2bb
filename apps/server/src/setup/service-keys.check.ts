/** What is not sold at which carrier, because the configuration has no service key for it. */
import { PACKAGES } from '@bonisa/domain/packages/package-catalogue';
import { serviceKeyClashes } from '@bonisa/domain/packages/package-rules';
import type { CarrierTerms } from '../carriers/registry.ts';
import { serviceKeyProblem } from '../packages/service-key-problem.ts';
import { type Finding, findingsOf } from './finding.ts';

const { error, warning, ok } = findingsOf('carriers');

type Keys = Pick<CarrierTerms, 'id' | 'serviceKeys'>;

/** The packages that an installation begins with; those of the studio have their keys there. */
export function serviceKeyFindings(carriers: readonly Keys[]): Finding[] {
  return [...soldFindings(carriers), ...clashFindings(carriers)];
}

function soldFindings(carriers: readonly Keys[]): Finding[] {
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

/** Keys that name another package at another carrier. Those of the studio are read at the start. */
function clashFindings(carriers: readonly Keys[]): Finding[] {
  const serviceKeys = carriers.flatMap(({ id, serviceKeys: keys }) =>
    Object.entries(keys).map(([packageId, key]) => ({ carrierId: id, packageId, key })),
  );
  const configured = { carriers: carriers.map(({ id }) => id), serviceKeys, versions: [] };
  const nameOf = (packageId: string): string =>
    PACKAGES.find((one) => one.id === packageId)?.name ?? packageId;
  return serviceKeyClashes(configured).map(({ own, other }) =>
    error(
      `carrier ${own.carrierId}: serviceKeys`,
      serviceKeyProblem(own, { carrierId: other.carrierId, name: nameOf(other.packageId) }),
      'give each package a key of its own',
    ),
  );
}
