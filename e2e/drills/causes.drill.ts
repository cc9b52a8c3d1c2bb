// Interfaces 'Operations': alerts that no other drill makes fire, each by its real cause.
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type Cause, drillCause, type Stage, startStage } from './causes.ts';
import { CAUSES_AFTER_MONEY, CAUSES_OF_MONEY, payLastWeek } from './causes-of-money.ts';
import { CAUSES_ALONE, CAUSES_OF_OTHERS } from './causes-of-others.ts';
import { startFleet } from './fleet.ts';

let stage: Stage;
let end = async (): Promise<void> => undefined;
beforeAll(async () => {
  const fleet = await startFleet(['pages', 'jobs'], {
    WEBHOOKS_TO_LOOPBACK: '1',
    OTP_SENDS_PER_HOUR: '500',
  });
  ({ stage, end } = await startStage(fleet, payLastWeek));
});
afterAll(() => end());

const fires = (cause: Cause): Promise<void> => drillCause(stage, cause);

describe('what does not disturb each other', () => {
  it.concurrent.each([...CAUSES_OF_MONEY, ...CAUSES_OF_OTHERS])('$alert fires', fires);
});

it.each([...CAUSES_AFTER_MONEY, ...CAUSES_ALONE])('$alert fires', fires);
