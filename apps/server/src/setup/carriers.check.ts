import { configuredCarriers } from '@bonisa/carriers/configured-carriers';
import type { CarrierTerms } from '@bonisa/carriers/registry';
import { keyProblem, listProblem } from '@bonisa/carriers/try-carrier';
import { PACKAGES } from '@bonisa/domain/packages/package-catalogue';
import { serviceKeyClashes } from '@bonisa/domain/packages/package-rules';
import { isConnectionLoss } from '@bonisa/kit/database/database-away';
import { readKey, type Secrets } from '@bonisa/kit/secrets/secrets';
import { createPackageRepository } from '@bonisa/money/packages/package.repository';
import { serviceKeyProblem } from '@bonisa/money/packages/service-key-problem';
import { error, type Problem, type Result, type Subject, warning } from './check.ts';
import { withServer } from './database.check.ts';

/**
 * Each carrier: a token by our key, a list of payments that is only read, what is sold, and keys
 * that a package of the studio has too.
 */
export async function checkCarriers({ config }: Subject): Promise<Result> {
  if (config.simulatesCarriers) return 'the carriers are simulated';
  const secrets = config.carrier ? { carrierKey: readKey(config.carrier.key) } : {};
  const carriers = configuredCarriers(config, secrets as Secrets);
  const problems = await Promise.all([
    ...carriers.map(checkCarrier),
    ...(config.databaseUrl ? [storedKeyProblems(carriers, config.databaseUrl)] : []),
  ]);
  return problems.flat();
}

/**
 * A key of the configuration that another package of the database has: a start refuses it, and by
 * then the process before it has stopped.
 */
async function storedKeyProblems(
  carriers: readonly CarrierTerms[],
  databaseUrl: string,
): Promise<Problem[]> {
  try {
    const { packages, versions } = await withServer(databaseUrl, (_client, db) =>
      createPackageRepository(db).read(),
    );
    const serviceKeys = carriers.flatMap(({ id, serviceKeys: keys }) =>
      Object.entries(keys).map(([packageId, key]) => ({ carrierId: id, packageId, key })),
    );
    const clashes = serviceKeyClashes({
      carriers: carriers.map(({ id }) => id),
      serviceKeys,
      versions,
    });
    return clashes.map(({ own, other: { carrierId, packageId } }) => {
      const name = packages.find(({ id }) => id === packageId)?.name ?? packageId;
      return error(`carrier ${own.carrierId}`, serviceKeyProblem(own, { carrierId, name }));
    });
  } catch (problem) {
    // The row of the database says what is wrong with the server.
    if (isConnectionLoss(problem)) return [];
    if (NOT_MIGRATED.test(String(Object((problem as Error).cause).code))) return [];
    throw problem;
  }
}

/** A table or column that is not there yet: a start makes it by its migrations. */
const NOT_MIGRATED = /^42(?:P01|703)$/;

async function checkCarrier(terms: CarrierTerms): Promise<Problem[]> {
  const name = `carrier ${terms.id}`;
  const isSold = PACKAGES.some(({ id }) => terms.serviceKeys[id] !== undefined);
  const unsold = isSold
    ? []
    : [
        warning(
          name,
          'no package has a service key: nothing is sold there until the studio gives a package its key',
        ),
      ];
  const refusal = await keyProblem(terms);
  if (refusal) return [error(name, refusal), ...unsold];
  const unlisted = await listProblem(terms);
  return [...(unlisted ? [warning(name, unlisted)] : []), ...unsold];
}
