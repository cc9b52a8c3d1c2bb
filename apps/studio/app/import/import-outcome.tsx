import type { ImportProblem, ImportResult } from '@bonisa/contract/studio/import-run';
import { fieldWords, labelOf } from '../catalogue/field-plan.ts';
import { KINDS } from '../catalogue/kinds.ts';
import { count, counted } from '../design/money.ts';
import { Badge } from '../design/states.tsx';
import { Table } from '../design/table.tsx';
import type { Counts } from './import-target.ts';

const MOST_SHOWN = 200;

/** What is wrong, by row and field. */
export function Problems({
  problems,
  title,
}: {
  readonly problems: readonly ImportProblem[];
  readonly title?: string;
}) {
  const shown = problems.slice(0, MOST_SHOWN);
  return (
    <div className="mb-4">
      <p role="alert" className="mb-3 font-semibold text-danger">
        {title ?? 'Nothing was written'}: {counted(problems.length, 'problem')}.
        {problems.length > shown.length && ` The first ${MOST_SHOWN}:`}
      </p>
      <Table
        caption="Problems"
        rows={shown}
        keyOf={({ place, field, problem }) => `${place} ${field} ${problem}`}
        columns={[
          { head: 'Where', cell: ({ place }) => <code className="font-mono">{place}</code> },
          { head: 'Field', cell: ({ field }) => <FieldName name={field} /> },
          { head: 'What is wrong', cell: ({ problem }) => problem },
        ]}
      />
    </div>
  );
}

/** A field by its words, and by its name in the file where that differs. */
function FieldName({ name }: { readonly name: string }) {
  const words = fieldWords(name);
  return words.toLowerCase() === name.toLowerCase() ? (
    words
  ) : (
    <>
      {words} <code className="font-mono text-small">{name}</code>
    </>
  );
}

/** How many entries are made, changed, deleted and left. */
export function CountsLine({ counts }: { readonly counts: Counts }) {
  const parts = [
    ['new', counts.created, 'good'],
    ['changed', counts.changed, 'mark'],
    ['deleted', counts.deleted, 'problem'],
    ['as they are', counts.unchanged, 'plain'],
  ] as const;
  return (
    <p className="mb-4 flex flex-wrap gap-2">
      {parts.map(([word, many, tone]) => (
        <Badge key={word} tone={many > 0 ? tone : 'plain'}>
          {count(many)} {word}
        </Badge>
      ))}
    </p>
  );
}

/** Every entry that is not left as it is. */
export function Changes({ results }: { readonly results: readonly ImportResult[] }) {
  const changes = results.filter(({ result }) => result !== 'unchanged');
  if (changes.length === 0) return null;
  const shown = changes.slice(0, MOST_SHOWN);
  return (
    <div className="mb-4">
      <Table
        caption="Changes"
        rows={shown}
        keyOf={({ kind, key }) => `${kind} ${key}`}
        columns={[
          { head: 'What', cell: ({ kind }) => KINDS[kind].one },
          { head: 'Key', cell: ({ key }) => <span className="font-semibold">{key}</span> },
          { head: 'Becomes', cell: ({ result }) => <Badge tone={TONES[result]}>{result}</Badge> },
          {
            head: 'Fields',
            cell: ({ kind, fields, hangs }) =>
              [...fields.map((name) => labelOf(kind, name)), ...along(hangs)].join(', '),
          },
        ]}
      />
      {changes.length > shown.length && (
        <p className="mt-2 text-small text-muted">
          And {counted(changes.length - shown.length, 'more entry', 'more entries')}.
        </p>
      )}
    </div>
  );
}

const TONES = {
  created: 'good',
  changed: 'mark',
  deleted: 'problem',
  unchanged: 'plain',
} as const;

/** What goes with a deleted entry. */
function along(hangs: ImportResult['hangs']): string[] {
  return Object.entries(hangs).flatMap(([what, many]) => (many > 0 ? [`${what}: ${many}`] : []));
}
