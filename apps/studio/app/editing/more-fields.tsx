import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import type { PackageWindow } from '@bonisa/domain/catalogue/entry-state';
import type { ShelfRule } from '@bonisa/domain/catalogue/shelf-rule';
import { useMay } from '../calls/person.tsx';
import { fieldId } from '../catalogue/lack-link.tsx';
import { PackagesField } from './packages-field.tsx';
import { ShelfRuleField } from './shelf-rule-field.tsx';

export interface MoreFieldsProps {
  readonly kind: EntryKind;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly problems: Readonly<Record<string, string>>;
  readonly onChange: (field: string, value: unknown) => void;
}

/** The fields with an editor of their own: the rule of a shelf, the windows by package. */
export function MoreFields(props: MoreFieldsProps) {
  const name = props.kind === 'shelf' ? 'rule' : 'packages';
  return (
    <div id={fieldId(name)} data-field={name}>
      <MoreField {...props} />
    </div>
  );
}

function MoreField({ kind, fields, problems, onChange }: MoreFieldsProps) {
  const mayWrite = useMay('catalogue:write');
  const mayPublish = useMay('catalogue:publish');
  if (kind === 'shelf')
    return (
      <ShelfRuleField
        rule={(fields.rule as ShelfRule | null | undefined) ?? null}
        problem={problems.rule}
        disabled={!mayWrite}
        onChange={(rule) => onChange('rule', rule)}
      />
    );
  if (kind !== 'video' && kind !== 'show' && kind !== 'episode') return null;
  return (
    <PackagesField
      windows={(fields.packages as readonly PackageWindow[] | null | undefined) ?? []}
      problem={problems.packages}
      disabled={!mayPublish}
      onChange={(windows) => onChange('packages', windows.length > 0 ? windows : null)}
    />
  );
}
