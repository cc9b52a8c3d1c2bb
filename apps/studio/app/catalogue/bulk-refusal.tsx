import { StudioCallError } from '@bonisa/contract/studio/studio-client';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { Notice, Problem } from '../design/states.tsx';
import { labelOf } from './field-plan.ts';
import { problemsByEntry, problemsByField } from './field-problems.ts';
import { countedEntries, entryAddress, type KindView } from './kinds.ts';
import { LackLink } from './lack-link.tsx';

/** Why a change of many entries was refused: all entries at fault, each with all of its fields. */
export function BulkRefusal({
  error,
  view,
  keys,
  titles,
}: {
  readonly error: Error;
  readonly view: KindView;
  readonly keys: readonly string[];
  readonly titles: ReadonlyMap<string, string>;
}) {
  const { kind } = view;
  const refused = error instanceof StudioCallError ? problemsByEntry(error.fields, kind, keys) : [];
  // What hinders a publication is told in sentences, and not by the name of a field.
  const isLacking = error instanceof StudioCallError && error.code === 'cannot_publish';
  if (refused.length === 0) return <Problem error={error} />;
  return (
    <Notice tone="problem">
      <p>
        Nothing is changed yet. {refused.length} of {countedEntries(keys.length, view)} need
        something first:
      </p>
      <ul className="mt-2 grid max-h-60 list-disc gap-1 overflow-auto pl-5">
        {refused.map(({ key, problems }) => (
          <li key={key}>
            <Link to={entryAddress(kind, key)} className="font-semibold underline">
              {titles.get(key) ?? key}
            </Link>
            {isLacking
              ? problems.map(({ field, problem }) => (
                  <span key={problem} className="block">
                    <LackLink {...{ kind, field }} entryKey={key} reason={problem} />
                  </span>
                ))
              : Object.entries(problemsByField(problems, {})).map(([name, problem]) => (
                  <span key={name} className="block">
                    {name === '' ? problem : `${labelOf(kind, name)}: ${problem}`}
                  </span>
                ))}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** The titles that a list has shown, by key: what is chosen may be on another of its pages. */
export function useTitles(
  rows: readonly { readonly key: string; readonly title: string }[] = [],
): ReadonlyMap<string, string> {
  const shown = useRef(new Map<string, string>());
  for (const { key, title } of rows) shown.current.set(key, title);
  return shown.current;
}
