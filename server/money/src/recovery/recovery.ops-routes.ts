import { withTimeLimit } from '@bonisa/kit/database/time-limit';
import { AppError } from '@bonisa/kit/http/app-error';
import type { OpsRoutes } from '@bonisa/kit/http/operations-listener';
import type { TerminationJournal } from '@bonisa/kit/termination-journal/termination-journal';
import { z } from 'zod';
import type { ActiveDatabaseLease } from './active-database-lease/active-database-lease.service.ts';
import type { HoldView, JobHold } from './hold.service.ts';
import type { Hold } from './recovery.repository.ts';

/** How long an operator waits for the file store, and how many files an answer names. */
const LOOK_MS = 5000;
const SHOWN = 20;
const note = z
  .string()
  .trim()
  .min(3, 'must say why, in 3 to 500 characters')
  .max(500, 'must say why, in 3 to 500 characters');
const takeOverBody = z.strictObject({ note });
const releaseBody = z.strictObject({
  note,
  without_list: z.boolean().nullish(),
  without_ends: z.boolean().nullish(),
  carrier: z.string().max(64).optional(),
});

/**
 * `GET /ops/hold`: whether jobs that move money or send messages are held, why, and what was found.
 * `POST /ops/hold/release {note, without_list?, without_ends?, carrier?}` lets them run; the note
 * stays on the record. `POST /ops/fence/take-over {note}`: this database charges, and no other copy
 * of it. For the loopback listener only.
 */
export function recoveryOpsRoutes({
  hold,
  ends,
  lease,
}: {
  readonly hold: Pick<JobHold, 'views' | 'release'>;
  readonly ends: Pick<TerminationJournal, 'counts' | 'unreadable'>;
  readonly lease: Pick<ActiveDatabaseLease, 'view' | 'takeOver'>;
}): OpsRoutes {
  return (app) => {
    app.get('/ops/hold', async () => {
      const views = await hold.views();
      const isUnread = views.some(({ problem }) => problem === 'end_records');
      return {
        ...shownAll(views),
        ends: await ends.counts(),
        ...(isUnread ? { unreadable_ends: await unreadable(ends) } : {}),
        fence: await lease.view(),
      };
    });

    app.post('/ops/fence/take-over', { schema: { body: takeOverBody } }, async (request) => {
      const { note } = request.body as z.output<typeof takeOverBody>;
      if (!(await lease.view()))
        throw new AppError(
          'conflict',
          'There is no active database lease: FENCE is off, or FILE_STORE is not set.',
        );
      const taken = await lease.takeOver(note);
      if (taken === 'late')
        throw new AppError('conflict', 'Another process was faster. Please look, and try again.');
      if (taken === 'unreached')
        throw new AppError(
          'conflict',
          'The file store does not answer, so the other copy that was seen could not be stopped.',
        );
      return await lease.view();
    });

    app.post('/ops/hold/release', { schema: { body: releaseBody } }, async (request) => {
      const body = request.body as z.output<typeof releaseBody>;
      await hold.release(body.note, {
        withoutList: body.without_list === true,
        withoutEnds: body.without_ends === true,
        carrierId: body.carrier,
      });
      return shownAll(await hold.views());
    });
  };
}

/** The files that jobs wait for, as an operator sees them; a store that is away has none. */
async function unreadable(
  ends: Pick<TerminationJournal, 'unreadable'>,
): Promise<readonly string[] | string> {
  try {
    return (await withTimeLimit(LOOK_MS, ends.unreadable())).slice(0, SHOWN);
  } catch {
    return 'the file store does not answer';
  }
}

/** The first carrier that is held (otherwise the first one), and each carrier separately. */
function shownAll(views: readonly (HoldView & { readonly carrierId: string })[]) {
  const first = views.find(({ why }) => why !== null) ?? views[0];
  return {
    ...(first && shown(first)),
    carriers: views.map((view) => ({ carrier: view.carrierId, ...shown(view) })),
  };
}

function shown({ why, hold, problem, retryAt, earlier }: HoldView) {
  return {
    held: why !== null,
    why,
    ...(hold ? record(hold) : {}),
    problem,
    retry_at: retryAt,
    earlier: earlier.map(record),
  };
}

function record(hold: Hold) {
  return {
    why: hold.why,
    since: hold.since,
    from: hold.windowFrom,
    to: hold.windowTo,
    missing: hold.missing,
    attached: hold.attached,
    exceptions: hold.exceptions,
    refunds: hold.refunds,
    refunds_unread: hold.refundsUnread,
    attached_at: hold.attachedAt,
    released_at: hold.releasedAt,
    note: hold.note,
  };
}
