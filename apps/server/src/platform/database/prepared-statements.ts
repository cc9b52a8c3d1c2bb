/**
 * Runs drizzle's statements on PGlite as named prepared statements, through PGlite's public
 * protocol functions. PGlite's own `query` parses and plans each statement again and sends it in
 * six messages; a prepared one is parsed once and sent in one message, which takes a third of the
 * processor time (docs/decisions/0054-embedded-and-server.md).
 */
import {
  Mutex,
  type messages,
  type PGlite,
  parse,
  protocol,
  type QueryOptions,
  type Results,
  TransactionAbortedError,
} from '@electric-sql/pglite';
import { tracedStatement } from '../tracing/traced-statement.ts';
import { DatabaseAwayError } from './database-away.ts';
import type { ServerState } from './server-pool.ts';

type Message = messages.BackendMessage;
type CommandComplete = messages.CommandCompleteMessage;
type Query = (
  statement: string,
  values?: readonly unknown[],
  options?: QueryOptions,
) => Promise<Results | undefined>;

interface PreparedStatement {
  /** Empty for a statement that is parsed for one use only. */
  readonly name: string;
  readonly parameterTypes: readonly number[];
  /** The row description; empty for a statement that returns no rows. */
  readonly columns: readonly Message[];
}

/** The two methods that drizzle's PGlite driver calls. */
export interface PgliteClient {
  readonly query: Query;
  transaction<Result>(work: (tx: { readonly query: Query }) => Promise<Result>): Promise<Result>;
}

/** The part of the database's state that says whether it can be written to (`disk-watch.ts`). */
type WriteState = Pick<ServerState, 'readOnlySince'>;

/**
 * The most statements that stay prepared. Statements beyond it (lists of varying length produce
 * many) are parsed at each use.
 */
const MOST_STATEMENTS = 500;
/**
 * PGlite has no autovacuum, so no statistics update ever invalidates a plan that was made for an
 * empty table. All plans are discarded after this many inserted rows, then each time half as many
 * rows again were inserted, and after this many statements, because inserts inside other statements
 * (a CTE, a trigger) are not counted.
 */
const REPLAN_AFTER = { rows: 500, statements: 5000 };
/** PostgreSQL's `cached plan must not change result type`: the table was altered. */
const STALE_PLAN = '0A000';

const { serialize } = protocol;

/**
 * Makes the client that drizzle uses for a PGlite. A statement outside a transaction and a whole
 * transaction each run exclusively, in the order in which they were asked for.
 *
 * Nothing else may call `pglite.transaction`: PGlite cannot keep this client's statements out of
 * it. `query`, `exec`, `dumpDataDir` and `close` of the same PGlite are safe.
 *
 * Throws the database's `DatabaseError`; a {@link DatabaseAwayError} for a write while the disk is
 * full; a `TransactionAbortedError` where a commit rolled back because a statement had failed.
 */
export function createPgliteClient(
  pglite: PGlite,
  state: WriteState = { readOnlySince: undefined },
): PgliteClient {
  const statements = preparedStatementsOf(pglite);
  return {
    query: async (statement, values = [], options = {}) => {
      refuseWhileFull(state, statement);
      return await tracedStatement(statement, () =>
        exclusively(pglite, () => statements.run(statement, values, options)),
      );
    },
    transaction: async (work) => {
      refuseWhileFull(state);
      return await exclusively(pglite, () => runTransaction(statements, work));
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

/** Runs work while no other query of this PGlite runs. Throws where PGlite is closed. */
async function exclusively<Result>(pglite: PGlite, work: () => Promise<Result>): Promise<Result> {
  await pglite.waitReady;
  return await pglite.runExclusive(async () => {
    if (!pglite.ready) throw new Error('the embedded database is closed');
    return await work();
  });
}

async function runTransaction<Result>(
  statements: PreparedStatements,
  work: (tx: { readonly query: Query }) => Promise<Result>,
): Promise<Result> {
  // Statements that a transaction starts side by side run one after the other.
  const turns = new Mutex();
  const end = (command: 'commit' | 'rollback'): Promise<string> => {
    hasEnded = true;
    return turns.runExclusive(() => statements.control(command));
  };
  let hasEnded = false;
  await statements.control('begin');
  try {
    const result = await work({
      query: async (statement, values = [], options = {}) => {
        if (hasEnded) throw new Error('the transaction has ended');
        return await tracedStatement(statement, () =>
          turns.runExclusive(() => statements.run(statement, values, options)),
        );
      },
    });
    if ((await end('commit')) === 'ROLLBACK') throw new TransactionAbortedError();
    return result;
  } catch (error) {
    if (!hasEnded) await end('rollback');
    throw error;
  }
}

/** The prepared statements of one PGlite. Its caller makes sure that one call runs at a time. */
interface PreparedStatements {
  run(
    statement: string,
    values: readonly unknown[],
    options: QueryOptions,
  ): Promise<Results | undefined>;
  /** Runs a transaction command and returns the command that PostgreSQL says it completed. */
  control(command: 'begin' | 'commit' | 'rollback'): Promise<string>;
}

const STATEMENTS_OF = new WeakMap<PGlite, PreparedStatements>();

/** All clients of one PGlite share its statements, since names count for the whole session. */
function preparedStatementsOf(pglite: PGlite): PreparedStatements {
  const known = STATEMENTS_OF.get(pglite) ?? createPreparedStatements(pglite);
  STATEMENTS_OF.set(pglite, known);
  return known;
}

function createPreparedStatements(pglite: PGlite): PreparedStatements {
  const prepared = new Map<string, PreparedStatement>();
  const readersFor = createReaders(pglite);
  let statementsMade = 0;
  let statementsRun = 0;
  let rowsInserted = 0;
  let replanAt = REPLAN_AFTER.rows;

  const exchange = (...parts: readonly Uint8Array[]): Promise<Message[]> =>
    pglite.execProtocolStream(concatenate(parts), { syncToFs: false });

  const prepare = async (
    statement: string,
    values: readonly unknown[],
  ): Promise<PreparedStatement> => {
    const isWorthIt = values.length > 0 || statement.startsWith('select ');
    const name = isWorthIt && prepared.size < MOST_STATEMENTS ? `prepared_${++statementsMade}` : '';
    const replies = await exchange(
      serialize.parse({ name, text: statement }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    );
    const fresh = {
      name,
      parameterTypes: parse.parseDescribeStatementResults(replies),
      columns: replies.filter((message) => message.name === 'rowDescription'),
    };
    if (name) prepared.set(statement, fresh);
    return fresh;
  };

  const execute = async (
    { name, parameterTypes, columns }: PreparedStatement,
    values: readonly unknown[],
    { parsers, ...options }: QueryOptions,
  ): Promise<Results | undefined> => {
    const texts = values.map((value, index) =>
      textOf(value, pglite.serializers[parameterTypes[index] ?? 0]),
    );
    const replies = await exchange(
      serialize.bind({ statement: name, values: texts }),
      serialize.execute({}),
      serialize.sync(),
    );
    rowsInserted += insertedBy(replies);
    return parse.parseResults([...columns, ...replies], readersFor(parsers), options)[0];
  };

  const replan = async (): Promise<void> => {
    replanAt = Math.max(rowsInserted + REPLAN_AFTER.rows, rowsInserted * 1.5);
    await exchange(serialize.query('discard plans'));
  };

  return {
    run: async (statement, values, options) => {
      if (++statementsRun % REPLAN_AFTER.statements === 0 || rowsInserted >= replanAt)
        await replan();
      const known = prepared.get(statement);
      try {
        return await execute(known ?? (await prepare(statement, values)), values, options);
      } catch (error) {
        if (!known || (error as { code?: unknown }).code !== STALE_PLAN) throw error;
        // PostgreSQL refused the statement before it ran, so it can be prepared and run again.
        // Inside a transaction the refusal stays: the transaction has failed.
        prepared.delete(statement);
        await exchange(serialize.close({ type: 'S', name: known.name }), serialize.sync());
        return await execute(await prepare(statement, values), values, options);
      }
    },
    control: async (command) => {
      const replies = await exchange(serialize.query(command));
      return replies.filter(isCommandComplete).at(-1)?.text ?? '';
    },
  };
}

type Readers = NonNullable<QueryOptions['parsers']>;

/**
 * drizzle sends the same readers of values with every statement. PGlite would copy its three
 * hundred type readers for each; here the two are merged once.
 */
function createReaders(pglite: PGlite): (parsers: Readers | undefined) => PGlite['parsers'] {
  let merged: PGlite['parsers'] | undefined;
  return (parsers) => {
    if (!parsers) return pglite.parsers;
    merged ??= { ...pglite.parsers, ...parsers } as PGlite['parsers'];
    return merged;
  };
}

function isCommandComplete(message: Message): message is CommandComplete {
  return message.name === 'commandComplete';
}

/** The rows that a top-level insert added. */
function insertedBy(replies: readonly Message[]): number {
  const tag = replies.find(isCommandComplete)?.text ?? '';
  return Number(/^INSERT 0 ([0-9]+)$/.exec(tag)?.[1] ?? 0);
}

function textOf(
  value: unknown,
  serializer: ((value: unknown) => string) | undefined,
): string | null {
  if (value === null || value === undefined) return null;
  return serializer ? serializer(value) : String(value);
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
