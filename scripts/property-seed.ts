import { spawnSync } from 'node:child_process';

/** Without git, for example in an image. */
const WITHOUT_GIT = 20_261_124;

/**
 * The seed of every property test in a run: `PROPERTY_SEED`, or it follows from the content of the
 * last commit. So two runs of one commit try the same values, each commit tries others, and a
 * failure in CI can be repeated here.
 */
export function propertySeed(environment: NodeJS.ProcessEnv, folder = '.'): number {
  const given = environment.PROPERTY_SEED;
  if (given !== undefined) {
    const seed = Number(given);
    if (!Number.isInteger(seed)) throw new Error(`PROPERTY_SEED is not a whole number: ${given}`);
    return seed;
  }
  const { status, stdout } = spawnSync('git', ['-C', folder, 'rev-parse', 'HEAD^{tree}']);
  // Seeds have 32 bits with a sign.
  return status === 0 ? Number.parseInt(stdout.toString().slice(0, 8), 16) | 0 : WITHOUT_GIT;
}
