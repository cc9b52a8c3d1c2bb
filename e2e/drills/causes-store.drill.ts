// Interfaces 'Operations': alerts of the file store and of a second copy of the database, each by
// its real cause.
import { afterAll, beforeAll, it } from 'vitest';
import { drillCause, type Stage, startStage } from './causes.ts';
import { causesOfStore } from './causes-of-store.ts';
import { startFleet } from './fleet.ts';
import { type ObjectStore, startObjectStore } from './object-store.ts';

let store: ObjectStore;
let stage: Stage;
let end = async (): Promise<void> => undefined;
beforeAll(async () => {
  store = await startObjectStore();
  end = store.stop;
  const fleet = await startFleet(['pages', 'jobs', 'jobs'], { FENCE: 'on' }, undefined, { store });
  ({ stage, end } = await startStage(fleet));
});
afterAll(() => end());

it.each(causesOfStore(() => store))('$alert fires', (cause) => drillCause(stage, cause));
