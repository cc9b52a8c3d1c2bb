/**
 * drizzle hands how values are read along with every statement, and PGlite then copies all that it
 * knows of types (some three hundred) for that statement: half of what a short one costs. So it is
 * told once, for good; who reads dates as PGlite does by itself (the job queue) is given that back.
 */
import type { PGlite, QueryOptions } from '@electric-sql/pglite';
import { DatabaseAwayError } from './database-away.ts';
import { keptStatementsOf } from './kept-statements.ts';
import type { ServerState } from './server-pool.ts';

type Readers = NonNullable<QueryOptions['parsers']>;
type Send = (statement: string, values?: unknown[], options?: QueryOptions) => Promise<unknown>;

/** By PGlite: how it read, before drizzle, what drizzle reads otherwise. */
const OWN_READERS = new WeakMap<PGlite, Readers>();

/** What drizzle speaks to: sends statements without the readers, which PGlite keeps. */
export interface LeanPglite {
  readonly query: Send;
  transaction<Result>(work: (tx: { readonly query: Send }) => Promise<Result>): Promise<Result>;
}

/** Whether a database may be written to (see `disk-watch.ts`). */
type MayBeFull = Pick<ServerState, 'readOnlySince'>;

const READS = /^\s*select\b(?!.*\bfor\s+(?:update|share|no\s+key|key\s+share)\b)/is;

function refuseWhileFull({ readOnlySince }: MayBeFull, statement?: string): void {
  if (readOnlySince && !(statement && READS.test(statement)))
    throw new DatabaseAwayError(new Error('the disk is full'));
}

/** A PGlite for drizzle, and for nobody else: what it reads is read as drizzle wants it. */
export function leanPglite(
  pglite: PGlite,
  state: MayBeFull = { readOnlySince: undefined },
): LeanPglite {
  const kept = keptStatementsOf(pglite);
  const lean = (options: QueryOptions = {}): QueryOptions => {
    const { parsers, ...others } = options;
    if (parsers && !OWN_READERS.has(pglite)) tell(pglite, parsers);
    return others;
  };
  /** Within a transaction nobody else speaks; `runExclusive` keeps its own statements apart. */
  const sendWithin: Send = (statement, values = [], options = {}) =>
    pglite.runExclusive(() => kept.send(statement, values, lean(options)));
  return {
    query: async (statement, values, options) => {
      refuseWhileFull(state, statement);
      await pglite._checkReady();
      return await pglite._runExclusiveTransaction(() => sendWithin(statement, values, options));
    },
    transaction: async (work) => {
      refuseWhileFull(state);
      return await pglite.transaction((tx) =>
        work({ query: async (...given) => (tx.closed ? refuse() : await sendWithin(...given)) }),
      );
    },
  };
}

function refuse(): never {
  throw new Error('the transaction has ended');
}

function tell(pglite: PGlite, parsers: Readers): void {
  const known = pglite.parsers as Readers;
  OWN_READERS.set(
    pglite,
    Object.fromEntries(Object.keys(parsers).map((type) => [type, known[Number(type)]])) as Readers,
  );
  Object.assign(known, parsers);
}

/**
 * The same PGlite for those who want values as PGlite itself reads them: an instant as `Date`.
 * (Arrays of them come as text; the job queue has none.)
 */
export function ownReading(pglite: PGlite, state: MayBeFull = { readOnlySince: undefined }) {
  const options = (): QueryOptions => ({ parsers: OWN_READERS.get(pglite) ?? {} });
  return {
    query: async <Row>(statement: string, values?: unknown[]) => {
      refuseWhileFull(state);
      return await pglite.query<Row>(statement, values, options());
    },
    exec: async (statements: string) => {
      refuseWhileFull(state);
      return await pglite.exec(statements, options());
    },
    listen: (channel: string, callback: (payload: string) => void) =>
      pglite.listen(channel, callback),
  };
}
