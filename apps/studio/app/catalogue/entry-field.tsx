import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import type { Names } from '@bonisa/domain/catalogue/names';
import { ChoicesField } from '../design/choices-field.tsx';
import { CheckField, SelectField, TextArea, TextField } from '../design/fields.tsx';
import { InstantField } from '../design/instant-field.tsx';
import { CreditsField } from './credits-field.tsx';
import { EntryPicker } from './entry-picker.tsx';
import type { Fields, Plan } from './field-plan.ts';
import { NamesField } from './names-field.tsx';
import { SegmentsField } from './segments-field.tsx';
import { TitlesField } from './titles-field.tsx';

export interface EntryFieldProps {
  readonly plan: Plan;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly problem: string | undefined;
  readonly disabled: boolean;
  readonly kind: EntryKind;
  /** The whole form: a category is one of its channel. */
  readonly fields: Fields;
  /** The key of the entry; a new one has none. */
  readonly entryKey: string | undefined;
}

/** One field of an entry, as its plan says. */
export function EntryField(props: EntryFieldProps) {
  const { plan, value, onChange, problem, disabled, fields, entryKey } = props;
  const { label, hint, widget, isNeeded } = plan;
  const shared = { label, hint, problem, disabled, isNeeded };
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const rows = Array.isArray(value) ? value : [];
  switch (widget) {
    case 'line':
      return (
        <TextField
          {...shared}
          value={text}
          maxLength={plan.max}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'prose':
      return (
        <TextArea
          {...shared}
          rows={6}
          value={text}
          maxLength={plan.max}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'number':
      return (
        <TextField
          {...shared}
          type="number"
          value={text}
          min={plan.min}
          max={plan.max}
          onChange={({ target }) => onChange(target.value === '' ? '' : Number(target.value))}
        />
      );
    case 'choice':
      return (
        <SelectField
          {...shared}
          choices={plan.choices}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'choices':
      return <ChoicesField {...shared} choices={plan.choices} chosen={rows} onChange={onChange} />;
    case 'instant':
      return <InstantField {...shared} instant={text} onInstant={onChange} />;
    case 'colour':
      return (
        <TextField
          {...shared}
          type="color"
          className="h-10 max-w-24 p-1"
          value={text || '#ffb627'}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'check':
      return (
        <CheckField
          label={label}
          disabled={disabled}
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
      );
    case 'entry':
      return (
        <div className={plan.or && 'grid gap-x-4 md:grid-cols-2'}>
          <EntryPicker
            {...shared}
            creates
            kind={plan.kind}
            value={text}
            channel={plan.name === 'category' ? String(fields.channel ?? '') : undefined}
            onChange={onChange}
          />
          {plan.or && (
            <EntryPicker
              {...shared}
              label={`or a ${plan.or}`}
              kind={plan.or}
              value={text}
              onChange={onChange}
            />
          )}
        </div>
      );
    case 'credits':
      return <CreditsField {...{ label, problem, disabled, onChange }} credits={rows} />;
    case 'titles':
      return (
        <TitlesField
          {...{ label, problem, disabled, onChange }}
          shelf={entryKey}
          titles={rows}
          format={fields.format === 'landscape' ? 'landscape' : 'poster'}
        />
      );
    case 'names':
      return (
        <NamesField
          {...{ label, hint, problem, disabled, onChange }}
          names={(value as Names | null | undefined) ?? {}}
        />
      );
    case 'segments':
      return <SegmentsField {...{ label, problem, disabled, onChange }} segments={rows} />;
  }
}
