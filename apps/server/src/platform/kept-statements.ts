/**
 * PGlite sends a statement in six parts, and has it parsed and planned each time: that is most of
 * what a short one costs. Here each is parsed once, kept by name as a server keeps it, and sent
 * with its values in one part: a third of the time.
 */
import {
  type messages,
  type PGlite,
  parse,
  protocol,
  type QueryOptions,
  type Results,
} from '@electric-sql/pglite';

type Message = messages.BackendMessage;
type CommandComplete = messages.CommandCompleteMessage;

/** A statement that the database keeps. */
interface Kept {
  readonly name: string;
  /** The types of its values. */
  readonly types: readonly number[];
  /** What its rows are made of; nothing for a statement without rows. */
  readonly columns: readonly Message[];
}

/** So many different ones; what comes after them (lists of varying length) is parsed each time. */
const MOST_STATEMENTS = 500;
/**
 * Nothing tells the embedded database, as its own housekeeping tells a server, that a table has
 * grown since a plan was made for an empty one. So all are planned anew after this many rows were
 * added, then whenever half as many again as all before, and after so many sendings: not every row
 * that is added is seen.
 */
const REPLAN_AFTER = { rows: 500, sendings: 5000 };
/** The shape of a kept statement's rows has changed: a table was altered since it was parsed. */
const STALE = '0A000';

const { serialize } = protocol;

/** Sends statements to a PGlite, keeping them. All users of one PGlite share what is kept. */
export interface KeptStatements {
  /**
   * Answers as {@link PGlite.query}; to be called where nothing else speaks to the database
   * meanwhile. Throws the database's `DatabaseError`.
   */
  send(
    statement: string,
    values: readonly unknown[],
    options: QueryOptions,
  ): Promise<Results | undefined>;
}

const KEPT = new WeakMap<PGlite, KeptStatements>();

/** What this PGlite keeps. */
export function keptStatementsOf(pglite: PGlite): KeptStatements {
  const known = KEPT.get(pglite) ?? createKeptStatements(pglite);
  KEPT.set(pglite, known);
  return known;
}

function createKeptStatements(pglite: PGlite): KeptStatements {
  const kept = new Map<string, Kept>();
  let made = 0;
  let sent = 0;
  let added = 0;
  let replanAt = REPLAN_AFTER.rows;

  const exchange = (...parts: readonly Uint8Array[]): Promise<Message[]> =>
    pglite.execProtocolStream(joined(parts), { syncToFs: false });

  const keep = async (statement: string, values: readonly unknown[]): Promise<Kept> => {
    const comesAgain = values.length > 0 || statement.startsWith('select ');
    const name = comesAgain && kept.size < MOST_STATEMENTS ? `kept_${++made}` : '';
    const told = await exchange(
      serialize.parse({ name, text: statement }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    );
    const columns = told.filter((message) => message.name === 'rowDescription');
    const fresh = { name, types: parse.parseDescribeStatementResults(told), columns };
    if (name) kept.set(statement, fresh);
    return fresh;
  };

  const run = async (
    { name, types, columns }: Kept,
    values: readonly unknown[],
    options: QueryOptions,
  ): Promise<Results | undefined> => {
    const texts = values.map((value, index) =>
      textOf(value, pglite.serializers[types[index] ?? 0]),
    );
    const told = await exchange(
      serialize.bind({ statement: name, values: texts }),
      serialize.execute({}),
      serialize.sync(),
    );
    added += rowsAdded(told);
    return parse.parseResults([...columns, ...told], pglite.parsers, options)[0];
  };

  const replan = async (): Promise<void> => {
    replanAt = Math.max(added + REPLAN_AFTER.rows, added * 1.5);
    await exchange(serialize.query('discard plans'));
  };

  return {
    send: async (statement, values, options) => {
      if (++sent % REPLAN_AFTER.sendings === 0 || added >= replanAt) await replan();
      const known = kept.get(statement);
      try {
        return await run(known ?? (await keep(statement, values)), values, options);
      } catch (error) {
        if (!known || (error as { code?: unknown }).code !== STALE) throw error;
        // It was refused before it did anything. Within a transaction it stays refused, as
        // everything else in it from now on.
        kept.delete(statement);
        await exchange(serialize.close({ type: 'S', name: known.name }), serialize.sync());
        return await run(await keep(statement, values), values, options);
      }
    },
  };
}

/** The rows that a statement has added by itself; not those of a part of it. */
function rowsAdded(told: readonly Message[]): number {
  for (const message of told)
    if (message.name === 'commandComplete')
      return Number(/^INSERT 0 ([0-9]+)$/.exec((message as CommandComplete).text)?.[1] ?? 0);
  return 0;
}

function textOf(
  value: unknown,
  serializer: ((value: unknown) => string) | undefined,
): string | null {
  if (value === null || value === undefined) return null;
  return serializer ? serializer(value) : String(value);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
