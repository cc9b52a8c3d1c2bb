import fc from 'fast-check';
import { expect, it } from 'vitest';
import { reportImport } from './import-history.calls.ts';
import { createImportReporter, type ImportReport } from './import-report.ts';

it('is taken by its call, whatever a source quotes', async () => {
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', '😀', '\ud83d', '\ude00', '\u0000'), maxLength: 30 }),
    fc.constantFrom(`${'a'.repeat(199)}😀`, `${'a'.repeat(499)}😀`),
  );
  const problem = fc.record({ place: text, field: text, problem: text });
  await fc.assert(
    fc.asyncProperty(text, fc.array(problem, { maxLength: 3 }), async (name, problems) => {
      const told: ImportReport[] = [];
      const source = { source_kind: 'file', source_name: `a${name}` } as const;
      const reporter = createImportReporter(source, async (report) => void told.push(report));
      await reporter.end('done', problems);
      expect(told.map((report) => reportImport.body.safeParse(report).error)).toEqual([undefined]);
    }),
  );
});
