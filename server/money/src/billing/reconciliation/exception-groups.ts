import type { Cents } from '@bonisa/domain/money/rand';
import { type Month, monthOf } from '@bonisa/domain/south-african-time';
import { type Posting, postingOf } from '@bonisa/domain/staff/exception-choices';
import { AppError } from '@bonisa/kit/http/app-error';
import type { ExceptionKind, ReconciliationException } from './exception.repository.ts';
import type { ExceptionService } from './exception.service.ts';
import { amountAbout, amountTaken } from './proposals.ts';

/** Exceptions that are read at once, and that are decided in one call. */
const PAGE = 500;
const AT_ONCE = 50;

/** Open exceptions that have the same choices. */
export interface GroupKey {
  readonly carrier: string;
  readonly kind: ExceptionKind;
  readonly posting: Posting;
}

export interface GroupSum {
  readonly count: number;
  readonly amount: Cents;
}

type Exceptions = Pick<ExceptionService, 'after'>;
type OpenFilter = Omit<Parameters<Exceptions['after']>[0], 'state'>;

/** The groups of the open exceptions, of all days or of one, each with its number and sum. */
export async function groupsOf(
  exceptions: Exceptions,
  day: string | undefined,
): Promise<(GroupKey & GroupSum & { posts: Cents })[]> {
  const groups = new Map<string, GroupKey & GroupSum & { posts: Cents }>();
  for await (const exception of openOf(exceptions, { day })) {
    const { amount: posts } = amountTaken(exception.proposal.lines);
    const key = { carrier: exception.carrierId, kind: exception.kind, posting: postingOf(posts) };
    const name = Object.values(key).join();
    const { count, amount } = groups.get(name) ?? { count: 0, amount: 0 };
    groups.set(name, { ...key, posts, count: count + 1, amount: amount + amountAbout(exception) });
  }
  return [...groups.values()].sort((one, other) => other.count - one.count);
}

/** The month's open exceptions of a carrier: what its settlement leaves out until then. */
export async function openOfMonth(
  exceptions: Exceptions,
  carrier: string,
  month: Month,
): Promise<GroupSum> {
  let sum: GroupSum = { count: 0, amount: 0 };
  for await (const exception of openOf(exceptions, { carrier })) {
    const at = exception.theirs?.at ?? exception.ours?.at;
    if (monthOf(at === undefined ? exception.createdAt : new Date(at)) !== month) continue;
    sum = { count: sum.count + 1, amount: sum.amount + amountAbout(exception) };
  }
  return sum;
}

export interface GroupDecision extends GroupKey, GroupSum {
  readonly day?: string | undefined;
  /** Only those after this id: the others were decided by the calls before. */
  readonly after?: string | undefined;
}

/**
 * Decides the first of a group, each by itself. Throws `conflict` where the group is not what the
 * person has seen; where nothing of it is open any more, nothing is left to do.
 */
export async function decideGroup(
  exceptions: Exceptions,
  { kind, carrier, day, posting, after, ...seen }: GroupDecision,
  decide: (one: ReconciliationException) => Promise<unknown>,
) {
  const first: ReconciliationException[] = [];
  let [count, amount, amountOfFirst] = [0, 0, 0];
  for await (const exception of openOf(exceptions, { kind, carrier, day }, after)) {
    if (postingOf(amountTaken(exception.proposal.lines).amount) !== posting) continue;
    count += 1;
    amount += amountAbout(exception);
    if (first.length === AT_ONCE) continue;
    first.push(exception);
    amountOfFirst = amount;
  }
  if (count > 0 && (count !== seen.count || amount !== seen.amount))
    throw new AppError('conflict', 'These exceptions have changed meanwhile: look at them again.');
  const refused: { id: string; reference: string | null; why: string }[] = [];
  for (const exception of first) {
    try {
      await decide(exception);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ id: exception.id, reference: exception.reference, why: whyOf(error) });
    }
  }
  const last = first.at(-1);
  return {
    decided: first.length - refused.length,
    refused,
    rest:
      last && count > first.length
        ? { count: count - first.length, amount: amount - amountOfFirst, after: last.id }
        : null,
  };
}

function whyOf({ message, fields = [] }: AppError): string {
  return [message, ...fields.map(({ field, problem }) => `${field} ${problem}`)].join(' ');
}

async function* openOf(exceptions: Exceptions, filter: OpenFilter, from?: string) {
  let after = from;
  for (;;) {
    const rows = await exceptions.after({ state: 'open', ...filter }, after, PAGE);
    yield* rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.id;
  }
}
