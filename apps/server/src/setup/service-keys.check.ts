/** What is not sold at which carrier, because the configuration has no service key for it. */
import { PACKAGES } from '@bonisa/domain/packages/package-catalogue';
import { serviceKeyClashes } from '@bonisa/domain/packages/package-rules';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { CarrierTerms } from '../carriers/registry.ts';
import type { Config } from '../config.ts';
import { type ConfiguredRows, createPackageRepository } from '../packages/package.repository.ts';
import { serviceKeyProblem } from '../packages/service-key-problem.ts';
import type { Database } from '../platform/database/database.ts';
import { newClient } from './database.check.ts';
import { type Finding, findingsOf } from './finding.ts';

const { error, warning, ok } = findingsOf('carriers');

type Keys = Pick<CarrierTerms, 'id' | 'serviceKeys'>;
type Clash = ReturnType<typeof serviceKeyClashes>[number];
/** Packages as the database has them: with the names and keys that the studio gave them. */
type Stored = Pick<ConfiguredRows, 'packages' | 'versions'>;
/** A table or column that is not there yet: a start makes it by its migrations. */
const NOT_MIGRATED = /^42(?:P01|703)$/;

/** The packages that an installation begins with; those of the studio have their keys there. */
export function serviceKeyFindings(carriers: readonly Keys[]): Finding[] {
  const clashes = serviceKeyClashes({ ...configuredKeys(carriers), versions: [] });
  return [...soldFindings(carriers), ...clashes.map((clash) => clashFinding(clash, PACKAGES))];
}

/** Tries whether packages of the database have keys of the configuration. It writes nothing. */
export async function checkStoredKeys(
  carriers: readonly Keys[],
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
): Promise<Finding[]> {
  if (databaseUrl === undefined || carriers.length === 0) return [];
  const stored = await storedPackages(databaseUrl);
  return stored ? storedKeyFindings(carriers, stored) : [];
}

/** The keys that a package of the database has, besides those that clash among themselves. */
export function storedKeyFindings(
  carriers: readonly Keys[],
  { packages, versions }: Stored,
): Finding[] {
  const configured = configuredKeys(carriers);
  const known = serviceKeyClashes({ ...configured, versions: [] }).map(({ own }) => own);
  return serviceKeyClashes({ ...configured, versions })
    .filter(({ own }) => !known.includes(own))
    .map((clash) => clashFinding(clash, packages));
}

/** Undefined where the database cannot be reached or is not migrated: findings of their own. */
async function storedPackages(url: string): Promise<Stored | undefined> {
  const client = newClient(url);
  try {
    const isReached = await client.connect().then(
      () => true,
      () => false,
    );
    if (!isReached) return undefined;
    return await createPackageRepository(drizzle(client) as unknown as Database).read();
  } catch (problem) {
    const { cause } = problem as { cause?: unknown };
    if (NOT_MIGRATED.test(String(Object(cause).code))) return undefined;
    throw problem;
  } finally {
    await client.end().catch(() => undefined);
  }
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

function configuredKeys(carriers: readonly Keys[]) {
  const serviceKeys = carriers.flatMap(({ id, serviceKeys: keys }) =>
    Object.entries(keys).map(([packageId, key]) => ({ carrierId: id, packageId, key })),
  );
  return { carriers: carriers.map(({ id }) => id), serviceKeys };
}

/** A key that names another package, at one carrier or at two: a start refuses it. */
function clashFinding(
  { own, other }: Clash,
  packages: readonly { readonly id: string; readonly name: string }[],
): Finding {
  const name = packages.find(({ id }) => id === other.packageId)?.name ?? other.packageId;
  return error(
    `carrier ${own.carrierId}: serviceKeys`,
    serviceKeyProblem(own, { carrierId: other.carrierId, name }),
    'give each package a key of its own',
  );
}
