// Interfaces 'Operations': alerts that no other drill makes fire, each by its real cause.
import pg from 'pg';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createBrowser } from '../product/process.test-kit.ts';
import { startAlerts } from './alerts.ts';
import { type Cause, drillCause, type Stage } from './causes.ts';
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
  const db = new pg.Pool({ connectionString: fleet.server });
  db.on('error', () => undefined);
  end = async () => {
    await db.end();
    await fleet.close();
  };
  let numbers = 27_820_000_000;
  const before = {
    ...{ fleet, db, number: () => String(++numbers) },
    ops: createBrowser(`http://127.0.0.1:${fleet.of('jobs')[0]?.ops}`),
    sim: createBrowser(fleet.carrier.url),
  };
  await payLastWeek(before);
  const alerts = await startAlerts(fleet.members.map(({ ops }) => ops));
  fleet.onClose(alerts.stop);
  stage = { ...before, alerts };
});
afterAll(() => end());

const fires = (cause: Cause): Promise<void> => drillCause(stage, cause);

describe('what does not disturb each other', () => {
  it.concurrent.each([...CAUSES_OF_MONEY, ...CAUSES_OF_OTHERS])('$alert fires', fires);
});

it.each([...CAUSES_AFTER_MONEY, ...CAUSES_ALONE])('$alert fires', fires);
