import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files and folders that take longest: they watch a film many times, simulate months, or start the
 * product several times. In a fresh clone vitest knows only the files' sizes, and after a run
 * without a PostgreSQL server it takes the tests that need one for short.
 */
const FIRST = [
  'e2e/product/data-cost',
  'apps/simulation/',
  'e2e/product/',
  'apps/server/src/recovery/',
];

/** Begins with the longest files, so that no worker is alone with one of them at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

function rankOf({ moduleId, project }: TestSpecification): number {
  const file = relative(project.config.root, moduleId);
  const rank = FIRST.findIndex((folder) => file.startsWith(folder));
  return rank === -1 ? FIRST.length : rank;
}
