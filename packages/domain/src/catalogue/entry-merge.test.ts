import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldsAt, type LaterVersion, mergeFields } from './entry-merge.ts';

const same = (one: unknown, other: unknown): boolean => one === other;
const AT = new Date('2026-11-23T08:00:00Z');

function version(before: Fields, after: Fields): LaterVersion {
  const names = Object.keys(after).filter((name) => before[name] !== after[name]);
  const fields = names.map((name) => [name, { before: before[name], after: after[name] }] as const);
  return { actor: 'Thandi', at: AT, fields: Object.fromEntries(fields) };
}

type Fields = Record<string, number>;
const fields = fc.record({ a: fc.nat(2), b: fc.nat(2), c: fc.nat(2) });

describe('two writers of one entry', () => {
  it('both keep their fields, and the same field twice is a conflict with who, when and what', () => {
    const later = [
      version({ a: 1, b: 1 }, { a: 2, b: 1 }),
      version({ a: 2, b: 1 }, { a: 3, b: 1 }),
    ];
    expect(mergeFields({ a: 1, b: 5 }, later, same)).toEqual({
      fields: { b: 5 },
      merged: ['a'],
      conflicts: [],
    });
    expect(mergeFields({ a: 7 }, later, same).conflicts).toEqual([
      { field: 'a', before: 1, after: 3, actor: 'Thandi', at: AT },
    ]);
    expect(mergeFields({ b: 5 }, later, same)).toMatchObject({ merged: ['a'], conflicts: [] });
    // An order is never dropped in silence, and the same order twice is no conflict.
    const ordered = (sent: Fields) => mergeFields(sent, later, same, { asWritten: true });
    expect(ordered({ a: 1 }).conflicts).toMatchObject([{ field: 'a', actor: 'Thandi' }]);
    expect(ordered({ a: 3, b: 1 })).toMatchObject({ fields: { a: 3, b: 1 }, conflicts: [] });
  });

  it('never lose a change: each is written, kept or named as a conflict', () => {
    fc.assert(
      fc.property(
        fields,
        fc.array(fields, { maxLength: 4 }),
        fields,
        (base: Fields, theirs: Fields[], mine: Fields) => {
          const states = [base, ...theirs];
          const later = theirs.map((state, at) => version(states[at] as Fields, state));
          const current: Fields = states.at(-1) as Fields;
          const { fields: left, conflicts } = mergeFields(mine, later, same);
          for (const name of Object.keys(base)) {
            const isConflict = conflicts.some(({ field }) => field === name);
            const result = name in left ? left[name] : current[name];
            const [was, is, wanted] = [base[name], current[name], mine[name]];
            if (was === is) expect(result).toBe(wanted);
            else if (wanted === was || wanted === is)
              expect([isConflict, result]).toEqual([false, is]);
            else expect(isConflict).toBe(true);
          }
          expect(fieldsAt(current, later)).toEqual(base);
        },
      ),
    );
  });
});
