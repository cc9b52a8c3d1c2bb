import { problemsIn } from '@bonisa/contract/problem-words';
import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import { ENTRY_KINDS } from '@bonisa/contract/studio/entry-kinds';
import { naturalKey } from '@bonisa/contract/studio/natural-key';
import { HALF_CHARACTER, isWellFormed } from '@bonisa/contract/well-formed';
import { z } from 'zod';
import { countValues, isTooDeep, MOST_LEVELS } from './document-levels.ts';
import { keyKindOf, orderColumnOf, schemasOf } from './entry-kinds.ts';

/** Rows of a batch as callers send them, checked one by one. */

/** What is wrong with a row. `row` counts from 0; `field` is empty where the row is at fault. */
export interface RowProblem {
  readonly row: number;
  readonly kind: EntryKind | null;
  readonly key: string | null;
  readonly field: string;
  readonly problem: string;
  /** Another has changed the entry since the version that the row names. */
  readonly conflict?: boolean;
  /** The caller lacks the right to publish, and nothing else is wrong. */
  readonly needsScope?: boolean;
}

interface RowHead {
  readonly row: number;
  readonly kind: EntryKind;
}

/** Creates an entry, or changes the given fields of one that exists. */
export interface PutRow extends RowHead {
  readonly action: 'put';
  readonly key: string;
  /** As sent, without kind, key, version and what is for a new entry alone. */
  readonly raw: Readonly<Record<string, unknown>>;
  /** Fields that count only where the row creates the entry and does not have them itself. */
  readonly ifNew?: Readonly<Record<string, unknown>> | undefined;
  /** Whether the row only changes: it comes from a row that gives entries an order. */
  readonly mustExist?: true;
  /** The place that another row of the batch gives the entry by an order. It needs no version. */
  readonly place?: Readonly<Record<string, unknown>>;
  /** The version that the change began from; without it the row overwrites. */
  readonly version?: number | undefined;
}

export interface DeleteRow extends RowHead {
  readonly action: 'delete';
  readonly key: string;
  /** Whether entries that hang on it may be deleted with it. */
  readonly withContents: boolean;
}

export type BatchRow = PutRow | DeleteRow;

const KEY = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((value) => !/\p{Cc}/u.test(value), { error: 'must be one line' })
  .refine(isWellFormed, HALF_CHARACTER);
const VERSION = z.int().min(0).optional();
const IF_NEW = z
  .record(z.string(), z.unknown(), { error: 'must be an object' })
  .refine((fields) => !('key' in fields), { error: 'must not have a key' })
  .optional();
const deletion = z.strictObject({
  key: KEY,
  delete: z.literal(true),
  withContents: z.boolean().default(false),
});
/** Entries that all orders of a batch may name. */
const MOST_IN_ORDER = 10_000;
/** Values in all rows of a batch, in lists and objects too: far more than 1,000 full rows have. */
const MOST_VALUES = 200_000;
const ordering = z.strictObject({
  order: z
    .array(KEY)
    .min(1)
    .max(MOST_IN_ORDER)
    .refine((keys) => new Set(keys).size === keys.length, { error: 'must not repeat a key' }),
});

/**
 * Whether a row may name anything by this. Names are looked up before the fields are checked: the
 * database refuses NUL, and the schema refuses such a name afterwards, by its field.
 */
export function isName(rawValue: unknown): rawValue is string {
  return typeof rawValue === 'string' && !/[\p{Cc}\p{Cs}]/u.test(rawValue.trim());
}

/** Reads rows. Rows with problems are left out. */
export function readRows(rows: readonly unknown[]): {
  readonly read: readonly BatchRow[];
  readonly problems: readonly RowProblem[];
} {
  const problems: RowProblem[] = [];
  let values = 0;
  let ordered = 0;
  const refuse = (row: number, problem: string): [] => {
    problems.push({ row, kind: null, key: null, field: '', problem });
    return [];
  };
  const read = rows.flatMap((rawRow, row): BatchRow[] => {
    // What is too much already is not counted on.
    if (values <= MOST_VALUES) values += countValues(rawRow, MOST_VALUES);
    if (values > MOST_VALUES)
      return refuse(row, `the batch has more than ${MOST_VALUES} values: send it in parts`);
    const found = readRow(rawRow, row);
    if (!('problems' in found)) {
      ordered += found.rows.filter(isOrder).length;
      if (ordered > MOST_IN_ORDER)
        return refuse(row, `the orders of a batch name more than ${MOST_IN_ORDER} entries`);
      return [...found.rows];
    }
    problems.push(...found.problems);
    return [];
  });
  return { read: onceEach(read, problems), problems };
}

/**
 * Each entry once. The place that an order gives an entry goes to the row that creates or changes
 * that entry, before or after the order.
 */
function onceEach(rows: readonly BatchRow[], problems: RowProblem[]): BatchRow[] {
  const kept = new Map<string, BatchRow>();
  for (const row of rows.toSorted((a, b) => Number(isOrder(a)) - Number(isOrder(b)))) {
    const name = `${keyKindOf(row.kind)} ${row.key}`;
    const first = kept.get(name);
    const placed = first && withPlace(first, row);
    if (!first || placed) kept.set(name, placed ?? row);
    else problems.push(repeated(row, first));
  }
  return [...kept.values()];
}

function isOrder(row: BatchRow): row is PutRow & { readonly mustExist: true } {
  return row.action === 'put' && row.mustExist === true;
}

/** The row with the place of an order; `undefined`: it has one already, or it can have none. */
function withPlace(row: BatchRow, order: BatchRow): PutRow | undefined {
  if (row.action === 'delete' || isOrder(row) || row.place || !isOrder(order)) return undefined;
  const isNamed = Object.keys(order.raw).some((field) => field in row.raw);
  return isNamed ? undefined : { ...row, place: order.raw };
}

function repeated(batchRow: BatchRow, first: BatchRow): RowProblem {
  const { row, kind, key } = batchRow;
  if (!isOrder(batchRow))
    return { row, kind, key, field: 'key', problem: `is in row ${first.row} already` };
  const why = first.action === 'delete' ? 'is deleted' : 'has a place already';
  return { row, kind, key, field: 'order', problem: `'${key}' ${why}, in row ${first.row}` };
}

type Read = { readonly rows: readonly BatchRow[] } | { readonly problems: readonly RowProblem[] };

function readRow(rawRow: unknown, row: number): Read {
  if (typeof rawRow !== 'object' || rawRow === null || Array.isArray(rawRow))
    return { problems: [{ row, kind: null, key: null, field: '', problem: 'must be an object' }] };
  if (isTooDeep(rawRow)) {
    const problem = `has more than ${MOST_LEVELS} levels`;
    return { problems: [{ row, kind: null, key: null, field: '', problem }] };
  }
  const { kind, ...raw } = rawRow as Record<string, unknown>;
  if (!isEntryKind(kind))
    return {
      problems: [
        { row, kind: null, key: null, field: 'kind', problem: `must be ${ENTRY_KINDS.join(', ')}` },
      ],
    };
  if ('delete' in raw) {
    const checked = deletion.safeParse(raw);
    if (!checked.success) return { problems: problemsOf(checked.error, { row, kind, key: null }) };
    const { key, withContents } = checked.data;
    return { rows: [{ row, kind, action: 'delete', key, withContents }] };
  }
  return 'order' in raw ? readOrder(raw, { row, kind }) : readPut(raw, { row, kind });
}

/** An order is a change of each entry's place. */
function readOrder(raw: object, { row, kind }: RowHead): Read {
  const checked = ordering.safeParse(raw);
  if (!checked.success) return { problems: problemsOf(checked.error, { row, kind, key: null }) };
  const column = orderColumnOf(kind);
  if (!column) {
    const problem = 'this kind has no order';
    return { problems: [{ row, kind, key: null, field: 'order', problem }] };
  }
  const first = column === 'ordinal' ? 1 : 0;
  return {
    rows: checked.data.order.map((key, at) => {
      return { row, kind, action: 'put', key, raw: { [column]: first + at }, mustExist: true };
    }),
  };
}

function readPut(
  { key: ownKey, version: began, ifNew: value, ...raw }: Record<string, unknown>,
  { row, kind }: RowHead,
): Read {
  const ifNew = IF_NEW.safeParse(value);
  if (!ifNew.success) {
    const problem = problemsIn(ifNew.error)[0]?.problem ?? 'must be an object';
    return { problems: [{ row, kind, key: null, field: 'ifNew', problem }] };
  }
  const key = KEY.safeParse(ownKey ?? naturalKey(kind, raw));
  const version = VERSION.safeParse(began);
  if (key.success && !version.success) {
    const problem = 'must be the number of a version';
    return { problems: [{ row, kind, key: key.data, field: 'version', problem }] };
  }
  if (key.success) {
    const put = { row, kind, action: 'put', key: key.data, raw } as const;
    return { rows: [{ ...put, ifNew: ifNew.data, version: version.data }] };
  }
  const problem = problemsIn(key.error)[0]?.problem ?? 'is missing';
  const field = { row, kind, key: null, field: 'key', problem };
  const others = checkFields({ row, kind, key: null }, raw, 'whole');
  return { problems: [field, ...('problems' in others ? others.problems : [])] };
}

/** The fields that a row has where it creates its entry. */
export function fieldsIfNew({ raw, ifNew }: Pick<PutRow, 'raw' | 'ifNew'>): PutRow['raw'] {
  return ifNew ? { ...ifNew, ...raw } : raw;
}

/**
 * Checks the fields of a row: `whole` for a new entry, with defaults; `changes` for one that
 * exists, the given fields only.
 */
export function checkFields(
  head: { readonly row: number; readonly kind: EntryKind; readonly key: string | null },
  raw: Readonly<Record<string, unknown>>,
  mode: 'whole' | 'changes',
): { fields: Record<string, unknown> } | { problems: RowProblem[] } {
  const checked = schemasOf(head.kind)[mode].safeParse(raw);
  if (!checked.success) return { problems: problemsOf(checked.error, head) };
  const fields = Object.entries(checked.data).filter(
    ([field, value]) => value !== undefined && (mode === 'whole' || field in raw),
  );
  return { fields: Object.fromEntries(fields) };
}

function problemsOf(
  { issues }: z.ZodError,
  { row, kind, key }: { row: number; kind: EntryKind; key: string | null },
): RowProblem[] {
  return issues.flatMap((issue) => {
    const at = issue.path.join('.');
    const fields =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((name) => [at, name].filter(Boolean).join('.'))
        : [at];
    const problem =
      issue.code === 'unrecognized_keys' ? 'is not a field of this kind' : issue.message;
    return fields.map((field) => ({ row, kind, key, field: field.slice(0, 120), problem }));
  });
}

function isEntryKind(kind: unknown): kind is EntryKind {
  return ENTRY_KINDS.includes(kind as EntryKind);
}
