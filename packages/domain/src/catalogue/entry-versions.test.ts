import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fieldsAt } from './entry-versions.ts';

type Fields = Record<string, number>;
const fields = fc.record({ a: fc.nat(2), b: fc.nat(2), c: fc.nat(2) });

function version(before: Fields, after: Fields) {
  const names = Object.keys(after).filter((name) => before[name] !== after[name]);
  const changes = names.map(
    (name) => [name, { before: before[name], after: after[name] }] as const,
  );
  return { fields: Object.fromEntries(changes) };
}

it('an entry is as it was once all later versions are undone', () => {
  fc.assert(
    fc.property(fields, fc.array(fields, { maxLength: 4 }), (base: Fields, states: Fields[]) => {
      const all = [base, ...states];
      const later = states.map((state, at) => version(all[at] as Fields, state));
      expect(fieldsAt(all.at(-1) as Fields, later)).toEqual(base);
    }),
  );
});
