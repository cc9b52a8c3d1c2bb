import { dayOf } from '@bonisa/domain/south-african-time';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import type { OpsRoutes } from '@bonisa/kit/http/operations-listener';
import type { Measure } from '@bonisa/kit/http/operations-measures';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import type { Metrics } from '@bonisa/kit/metrics';
import type { CarrierNames } from '@bonisa/money/packages/packages';
import type { SoldPackages } from '@bonisa/money/packages/sold-packages';
import { audienceStudioRoutes } from './audience.studio-routes.ts';
import { createAudienceReportRepository } from './audience-report.repository.ts';
import { createAudienceReports } from './audience-report.service.ts';
import { createMoneyReportRepository } from './money-report.repository.ts';
import { createMoneyReports, type NameOf } from './money-report.service.ts';
import { createReportRun } from './report-run.repository.ts';
import { reportStudioRoutes } from './reports.studio-routes.ts';
import { createRollUpJob } from './roll-up.job.ts';
import { createRollUpRepository } from './roll-up.repository.ts';
import { createPlayRollUpJob } from './roll-up-plays.job.ts';
import { createPlayRollUpRepository } from './roll-up-plays.repository.ts';
import { createSubscriberReportRepository } from './subscriber-report.repository.ts';
import { createSubscriberReports } from './subscriber-report.service.ts';

export interface ReportsDependencies {
  /** Counting a day reads all of its facts: `long` allows it. */
  readonly open: Pick<OpenDatabase, 'db' | 'long'>;
  readonly clock: Clock;
  /** Figures name packages and carriers, also for people who may not read the catalogue. */
  readonly packages: {
    readonly sold: Pick<SoldPackages, 'nameOf'>;
    readonly carriers: readonly CarrierNames[];
  };
  readonly metrics: Pick<
    Metrics,
    'reportDaysWaiting' | 'reportsBehindSeconds' | 'reportPlaysWaiting'
  >;
}

export type Reports = ReturnType<typeof createReports>;

/** Builds the reports: the roll-ups with their job, and the calls of the studio that read them. */
export function createReports({ open, clock, packages, metrics }: ReportsDependencies) {
  const { db } = open;
  const rollUps = createRollUpRepository(open.long);
  const reportRun = createReportRun(db, 'facts');
  const nameOf = namesOf(packages);
  const money = createMoneyReports({
    repository: createMoneyReportRepository(db),
    nameOf,
    reportRun,
    clock,
  });
  const subscribers = createSubscriberReports({
    repository: createSubscriberReportRepository(db),
    nameOf,
    reportRun,
    clock,
  });
  const playRollUps = createPlayRollUpRepository(open.long);
  const playRun = createReportRun(db, 'plays');
  const audience = createAudienceReports({
    repository: createAudienceReportRepository(db),
    reportRun: playRun,
    clock,
  });
  const playJob = createPlayRollUpJob({ db, repository: playRollUps, reportRun: playRun, clock });
  const job = createRollUpJob({
    ...{ db, repository: rollUps, reportRun, clock },
    elapsed: () => performance.now(),
  });
  const studioRoutes: StudioRoutes[] = [
    reportStudioRoutes({ money, subscribers }),
    audienceStudioRoutes(audience),
  ];
  const measure: Measure = async () => {
    const until = await reportRun.countedUntil();
    metrics.reportDaysWaiting.set(await rollUps.waiting());
    metrics.reportPlaysWaiting.set(await playRollUps.waiting());
    if (until) metrics.reportsBehindSeconds.set((clock.now().getTime() - until.getTime()) / 1000);
  };
  const opsRoutes: OpsRoutes = (app) => {
    // Counts every day again from the facts; the job does it, the newest days first.
    app.post('/ops/reports/rebuild', async () => {
      const { playsFrom } = await rollUps.markAll(dayOf(clock.now()));
      return { waiting_days: await rollUps.waiting(), plays_from: playsFrom };
    });
  };
  return { rollUps, reportRun, job, jobs: [job, playJob], studioRoutes, opsRoutes, measure };
}

function namesOf({ sold, carriers }: ReportsDependencies['packages']): NameOf {
  const names = {
    day: () => undefined,
    carrier: (key: string) => carriers.find(({ id }) => id === key)?.name,
    package: (key: string) => sold.nameOf(key),
  };
  return (by, key) => names[by](key) ?? null;
}
