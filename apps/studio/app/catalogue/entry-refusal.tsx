import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import { StudioCallError } from '@bonisa/contract/studio/studio-client';
import { Notice, Problem } from '../design/states.tsx';
import { type Fields, labelOf } from './field-plan.ts';
import { problemsByField } from './field-problems.ts';

/** Why an entry is not saved: each field at fault by the label of the form. */
export function EntryRefusal({
  error,
  kind,
  fields,
}: {
  readonly error: Error;
  readonly kind: EntryKind;
  readonly fields: Fields;
}) {
  const named = error instanceof StudioCallError ? problemsByField(error.fields, fields) : {};
  if (Object.keys(named).length === 0) return <Problem error={error} />;
  return <NothingSaved kind={kind} problems={named} />;
}

/** The fields for which nothing is saved, by the labels of the form. */
export function NothingSaved({
  kind,
  problems,
}: {
  readonly kind: EntryKind;
  readonly problems: Readonly<Record<string, string>>;
}) {
  return (
    <Notice tone="problem">
      <p>Nothing is saved yet.</p>
      <ul className="list-disc pl-5">
        {Object.entries(problems).map(([name, problem]) => (
          <li key={name}>
            {labelOf(kind, name)}: {problem}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
