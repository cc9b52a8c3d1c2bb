// Interfaces 'Operations': alerts of crowds, and of two carriers, each by its real cause.
import { afterAll, beforeAll, it } from 'vitest';
import { drillCause, type Stage, startStage } from './causes.ts';
import { CAUSES_OF_CROWDS } from './causes-of-crowds.ts';
import { CAUSES_OF_NUMBERS } from './causes-of-numbers.ts';
import { startFleet } from './fleet.ts';
import { startGate } from './gate.ts';

let stage: Stage;
let end = async (): Promise<void> => undefined;
beforeAll(async () => {
  const register = await startGate();
  end = register.close;
  const variables = { LIMITS: 'on', DATABASE_LIMITS: '{"lock":2}' };
  const layout = { register: register.url };
  const fleet = await startFleet(['pages', 'jobs'], variables, undefined, layout);
  const started = await startStage(fleet);
  register.leadTo(fleet.carrier.url);
  stage = { ...started.stage, register };
  end = async () => {
    await started.end();
    await register.close();
  };
});
afterAll(() => end());

it.each([...CAUSES_OF_NUMBERS, ...CAUSES_OF_CROWDS])('$alert fires', (cause) =>
  drillCause(stage, cause),
);
