import type { Webhooks } from '@bonisa/backoffice/webhooks/webhooks';
import type { Carriers } from '@bonisa/carriers/carriers';
import { firstSteps, serviceState } from '@bonisa/contract/studio/service.calls';
import { liveProcesses } from '@bonisa/kit/database/live-processes';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import { lateJobs } from '@bonisa/kit/jobs/late-jobs';
import type { ScheduledJob } from '@bonisa/kit/jobs/scheduler';
import type { Part } from '@bonisa/kit/readiness';
import type { Media } from '@bonisa/media/media';
import type { Recovery } from '@bonisa/money/recovery/recovery';
import type { z } from 'zod';
import type { Base } from './base.ts';
import { type FirstStepsParts, firstStepsOf, saleProblems } from './first-steps.ts';

export interface ServiceStateParts extends FirstStepsParts {
  readonly base: Pick<Base, 'db' | 'clock' | 'realTime' | 'readiness'>;
  readonly carriers: Pick<Carriers, 'all'>;
  readonly recovery: Pick<Recovery, 'hold'>;
  readonly webhooks: Pick<Webhooks, 'state'>;
  readonly media: {
    readonly liveIngest: Pick<Media['liveIngest'], 'service' | 'channels'>;
    readonly library: Pick<Media['library'], 'failed' | 'withoutRoom'>;
  };
  /** Every scheduled and repeated job. */
  readonly jobs: readonly Pick<ScheduledJob, 'name' | 'nextDue'>[];
}

type State = z.output<(typeof serviceState)['reply']>;
type Problem = State['problems'][number];

/** What is wrong where a part does not work. */
const PART_WORDS: Readonly<Record<Part, string>> = {
  start: 'This process is starting.',
  draining: 'This process is stopping.',
  database: 'The database does not answer.',
  migrations: 'The tables are not those of this release: a restored or emptied database?',
  clock: "This machine's clock differs from the database's: no jobs run here.",
  file_store: 'The file store does not answer: films, pictures and uploads are away.',
  fence: 'A copy of this database may be at work: nothing is charged or sent.',
};
const HOLD_WORDS = {
  missing_here: 'Its payments are missing here: an older database? An operator must decide.',
  empty_database: 'It knows payments of ours and this database is empty: the wrong database?',
  list_unread: 'Its list of payments could not be read yet.',
} as const;
const HELD = 'Nothing is charged there until then (GET /ops/hold).';
/** Pictures that viewers have, or will have without anybody's doing. */
const FINE: readonly string[] = ['waiting', 'on_air', 'away'];

/** The studio's calls about the state of the service. */
export function serviceStateRoutes(parts: ServiceStateParts): StudioRoutes {
  return ({ register }) => {
    register(serviceState, { limit: 'read', handle: () => serviceStateOf(parts) });
    register(firstSteps, {
      limit: 'read',
      handle: async () => {
        const views = (await carriersOf(parts)).map(({ view }) => view);
        return { steps: await firstStepsOf(parts, views) };
      },
    });
  };
}

/** Reads the state of the service: what works, and each problem in plain words. */
export async function serviceStateOf(parts: ServiceStateParts): Promise<State> {
  const { base, jobs } = parts;
  const now = base.clock.now();
  const [ready, carriers, late, webhooks, liveIngest, films, processes] = await Promise.all([
    base.readiness.check(),
    carriersOf(parts),
    lateJobs(jobs, base.clock),
    parts.webhooks.state(),
    liveIngestOf(parts),
    filmProblems(parts),
    liveProcesses(base.db, base.realTime()),
  ]);
  const views = carriers.map(({ view }) => view);
  const running = Map.groupBy(processes, ({ role }) => role);
  return {
    at: now.toISOString(),
    problems: [
      ...[...ready.notReady, ...ready.degraded].map((part) => partProblem(part)),
      ...saleProblems(await firstStepsOf(parts, views)),
      ...carriers.flatMap(({ problems }) => problems),
      ...late.map(({ name, dueAt }) => ({
        area: 'job' as const,
        subject: name,
        words: 'Its oldest work was due then: does a process with the role jobs run?',
        since: dueAt.toISOString(),
      })),
      ...webhooks.troubled.map(({ url, failingSince, note }) => ({
        area: 'webhook' as const,
        subject: url,
        words: note ?? 'Deliveries are refused; they are tried again for days.',
        since: failingSince?.toISOString() ?? null,
      })),
      ...liveIngest.problems,
      ...films,
    ],
    parts: { not_ready: [...ready.notReady], degraded: [...ready.degraded] },
    processes: [...running]
      .map(([role, of]) => ({ role, running: of.length }))
      .toSorted((a, b) => a.role.localeCompare(b.role)),
    carriers: views,
    jobs: { known: jobs.length, late: late.length },
    webhooks: webhooks.counts,
    live_ingest: { open: liveIngest.open, without_picture: liveIngest.problems.length },
  };
}

function partProblem(part: Part): Problem {
  return { area: 'part', subject: part, words: PART_WORDS[part], since: null };
}

async function carriersOf({ carriers, recovery }: ServiceStateParts) {
  const holds = await recovery.hold.views();
  return await Promise.all(
    carriers.all.map(async ({ terms, pace, stops }) => {
      const [resumes, reading, stopped] = await Promise.all([
        pace.resumesAt(),
        pace.reading(),
        stops.stopped(),
      ]);
      const hold = holds.find(({ carrierId }) => carrierId === terms.id);
      const problem = (words: string, since: Date | null): Problem => ({
        area: 'carrier',
        subject: terms.name,
        words,
        since: since?.toISOString() ?? null,
      });
      const problems = [
        ...(hold?.why
          ? [problem(`${HOLD_WORDS[hold.why]} ${HELD}`, hold.hold?.since ?? null)]
          : []),
        ...stopped.map(({ operation, detail, since, probeAt }) =>
          problem(
            `It rejects our requests of ${operation} (${detail}); one is tried again at ${probeAt.toISOString()}.`,
            since,
          ),
        ),
        ...(resumes
          ? [problem(`Too many calls failed: none is made until ${resumes.toISOString()}.`, null)]
          : []),
      ];
      const state = hold?.why
        ? 'held'
        : stopped.length > 0
          ? 'stopped'
          : resumes
            ? 'pauses'
            : 'works';
      const view: State['carriers'][number] = {
        id: terms.id,
        state,
        in_flight: reading.held,
        most_in_flight: reading.inFlight,
        per_second: reading.perSecond,
        takes_signups: terms.acceptsSignups,
      };
      return { view, problems };
    }),
  );
}

async function liveIngestOf({ media }: ServiceStateParts) {
  const { service, channels } = media.liveIngest;
  const [open, known] = await Promise.all([service.unfinished(), channels()]);
  const problems = open
    .filter(({ picture }) => !FINE.includes(picture))
    .map(
      ({ liveChannelId, picture, startedAt }): Problem => ({
        area: 'live_ingest',
        subject: known.find(({ id }) => id === liveChannelId)?.title ?? 'a channel that is gone',
        words: `What is sent has no picture: ${picture.replaceAll('_', ' ')}.`,
        since: startedAt.toISOString(),
      }),
    );
  return { open: open.length, problems };
}

/** Of films with the same problem so many are named. */
const NAMED_FILMS = 3;

/** Films that could not be packaged, by the reason, and those that wait for room. */
async function filmProblems({ media: { library } }: ServiceStateParts): Promise<Problem[]> {
  const [failed, withoutRoom] = await Promise.all([library.failed(), library.withoutRoom()]);
  const problems = [...Map.groupBy(failed, ({ why }) => why)].map(([why, films]): Problem => {
    const more = films.length - NAMED_FILMS;
    const names = films.slice(0, NAMED_FILMS).map(({ title }) => title);
    return {
      area: 'film',
      subject: [...names, ...(more > 0 ? [`${more} more`] : [])].join(', '),
      words: `Could not be packaged: ${why}. It can be tried again under Films, state Failed.`,
      since: films[0]?.at?.toISOString() ?? null,
    };
  });
  if (withoutRoom > 0)
    problems.push({
      area: 'film',
      subject: withoutRoom === 1 ? '1 film' : `${withoutRoom} films`,
      words: 'Packaging waits for room on the disk, and goes on by itself.',
      since: null,
    });
  return problems;
}
