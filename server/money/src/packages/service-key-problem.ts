import { PACKAGES } from '@bonisa/domain/packages/package-catalogue';
import type { ServiceKey } from '@bonisa/domain/packages/package-rules';

/** One line about a configured key that another package has, with the variable to change. */
export function serviceKeyProblem(
  { carrierId, packageId }: Pick<ServiceKey, 'carrierId' | 'packageId'>,
  other: { readonly carrierId: string; readonly name: string },
): string {
  const name = PACKAGES.find(({ id }) => id === packageId)?.name ?? packageId;
  const variable = `SERVICE_KEY_${name.toUpperCase()}, or in CARRIERS the serviceKeys of ${carrierId}`;
  const whose = `the key of ${name} is that of ${other.name} at ${other.carrierId}`;
  return `${variable}: ${whose}; one key bills one package`;
}
