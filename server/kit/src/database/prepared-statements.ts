/**
 * What drizzle's driver sends to PGlite, as named prepared statements. PGlite's own `query` parses
 * each statement again and sends it in six messages: a lookup takes four times the processor time
 * and a transaction of three statements two and a half times (docs/decisions/0054).
 */
import {
  type PGlite,
  parse,
  protocol,
  type QueryOptions,
  type Results,
} from '@electric-sql/pglite';
import { tracedStatement } from '../tracing/traced-statement.ts';
import { DatabaseAwayError } from './database-away.ts';
import type { ServerState } from './server-pool.ts';

type Query = (
  statement: string,
  values?: readonly unknown[],
  options?: QueryOptions,
) => Promise<Results | undefined>;

/** The two methods that drizzle's PGlite driver calls. */
export interface PgliteClient {
  readonly query: Query;
  transaction<Result>(work: (tx: { readonly query: Query }) => Promise<Result>): Promise<Result>;
}

/** The part of the database's state that says whether it can be written to (`disk-watch.ts`). */
type WriteState = Pick<ServerState, 'readOnlySince'>;

/** Further ones (lists of varying length produce many) are parsed at each use. */
const MOST_STATEMENTS = 500;

/**
 * PGlite has no autovacuum, whose statistics would end a plan that was made for an empty table. So
 * all plans end after this many statements and written rows.
 */
const REPLAN_AFTER = 1000;

const { serialize } = protocol;

/**
 * Makes the client that drizzle uses for a PGlite, which keeps its transactions and statements
 * apart. Throws the database's `DatabaseError`; a {@link DatabaseAwayError} for a write while the
 * disk is full.
 */
export function createPgliteClient(
  pglite: PGlite,
  state: WriteState = { readOnlySince: undefined },
): PgliteClient {
  const run = statementsOf(pglite);
  const query: Query = (statement, values = [], options = {}) =>
    tracedStatement(statement, () => pglite.runExclusive(() => run(statement, values, options)));
  return {
    query: async (...statement) => {
      refuseWhileFull(state, statement[0]);
      return await pglite._runExclusiveTransaction(async () => {
        await pglite._checkReady();
        return await query(...statement);
      });
    },
    transaction: async (work) => {
      refuseWhileFull(state);
      return await pglite.transaction(() => work({ query }));
    },
  };
}

const PLAIN_SELECT = /^\s*\(*\s*select\b(?!.*\bfor\s+(?:update|share|no\s+key|key\s+share)\b)/is;

/** Throws a {@link DatabaseAwayError} for anything but a plain select while the disk is full. */
export function refuseWhileFull({ readOnlySince }: WriteState, statement?: string): void {
  // One that begins with `with` may write.
  if (readOnlySince && !(statement && PLAIN_SELECT.test(statement)))
    throw new DatabaseAwayError(new Error('the disk is full'));
}

type Run = (
  statement: string,
  values: readonly unknown[],
  options: QueryOptions,
) => Promise<Results | undefined>;

const STATEMENTS_OF = new WeakMap<PGlite, Run>();

/** All clients of one PGlite share its statements, since names count for the whole session. */
function statementsOf(pglite: PGlite): Run {
  const known = STATEMENTS_OF.get(pglite) ?? createStatements(pglite);
  STATEMENTS_OF.set(pglite, known);
  return known;
}

function createStatements(pglite: PGlite): Run {
  const prepared = new Map<string, Awaited<ReturnType<typeof prepare>>>();
  const readers = createReaders(pglite);
  let sincePlanned = 0;

  const exchange = (...parts: readonly Uint8Array[]) =>
    pglite.execProtocolStream(Buffer.concat(parts), { syncToFs: false });

  const prepare = async (statement: string, name: string) => {
    const replies = await exchange(
      serialize.parse({ name, text: statement }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    );
    return {
      name,
      parameterTypes: parse.parseDescribeStatementResults(replies),
      columns: replies.filter((message) => message.name === 'rowDescription'),
    };
  };

  const preparedOf = async (statement: string, isLasting: boolean) => {
    const known = prepared.get(statement);
    if (known) return known;
    const isNamed = isLasting && prepared.size < MOST_STATEMENTS;
    const fresh = await prepare(statement, isNamed ? `prepared_${prepared.size + 1}` : '');
    if (isNamed) prepared.set(statement, fresh);
    return fresh;
  };

  return async (statement, values, { parsers, ...options }) => {
    if (sincePlanned >= REPLAN_AFTER) {
      sincePlanned = 0;
      await exchange(serialize.query('discard plans'));
    }
    const isLasting = values.length > 0 || statement.startsWith('select ');
    const { name, parameterTypes, columns } = await preparedOf(statement, isLasting);
    const texts = values.map((value, index) =>
      textOf(value, pglite.serializers[parameterTypes[index] ?? 0]),
    );
    const replies = await exchange(
      serialize.bind({ statement: name, values: texts }),
      serialize.execute({}),
      serialize.sync(),
    );
    const [result] = parse.parseResults([...columns, ...replies], readers(parsers), options);
    sincePlanned += 1 + (result?.affectedRows ?? 0);
    return result;
  };
}

type Readers = NonNullable<QueryOptions['parsers']>;

/** PGlite would merge drizzle's readers with its three hundred for each statement: 0.17 ms. */
function createReaders(pglite: PGlite): (parsers: Readers | undefined) => PGlite['parsers'] {
  let merged: PGlite['parsers'] | undefined;
  return (parsers) => {
    if (!parsers) return pglite.parsers;
    merged ??= { ...pglite.parsers, ...parsers } as PGlite['parsers'];
    return merged;
  };
}

function textOf(
  value: unknown,
  serializer: ((value: unknown) => string) | undefined,
): string | null {
  if (value === null || value === undefined) return null;
  return serializer ? serializer(value) : String(value);
}
