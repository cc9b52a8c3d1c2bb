import { RATING_AGES } from '@bonisa/contract/studio/catalogue-entries';
import { useEffect, useState } from 'react';
import { EntryPicker } from '../catalogue/entry-picker.tsx';
import { ADVICE_CHOICES } from '../catalogue/field-plan.ts';
import { Button } from '../design/button.tsx';
import { ChoicesField } from '../design/choices-field.tsx';
import { SelectField, TextArea, TextField } from '../design/fields.tsx';
import { CloseIcon } from '../design/icons.tsx';
import { NumberField } from '../design/number-field.tsx';
import { Card } from '../design/page.tsx';
import type { SlotProblems } from './week-problems.ts';
import {
  DAY_MINUTES,
  minutesOf,
  SLOT_SOURCES,
  type Slot,
  type SlotSource,
  sourceOf,
  timeOf,
} from './week-slots.ts';

export interface SlotFormProps {
  /** The names of the seven days. */
  readonly days: readonly string[];
  readonly slot: Slot;
  readonly problems: SlotProblems;
  readonly onChange: (slot: Slot) => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

/** The programme that is chosen in the calendar. */
export function SlotForm({ days, slot, problems, onChange, onRemove, onClose }: SlotFormProps) {
  const day = Math.floor(slot.startsAt / DAY_MINUTES);
  const from = slot.startsAt % DAY_MINUTES;
  return (
    <Card
      title={slot.title || 'Programme'}
      actions={
        <Button tone="quiet" size="small" aria-label="Close the programme" onClick={onClose}>
          <CloseIcon />
        </Button>
      }
    >
      <div className="week-fields">
        <TextField
          label="Title"
          value={slot.title}
          maxLength={120}
          problem={problems.title}
          onChange={({ target }) => onChange({ ...slot, title: target.value })}
        />
        <SelectField
          label="Day"
          choices={days.map((label, value) => ({ value: String(value), label }))}
          value={String(day)}
          onChange={({ target }) =>
            onChange({ ...slot, startsAt: Number(target.value) * DAY_MINUTES + from })
          }
        />
        <TimeField
          label="Begins"
          minutes={from}
          onChange={(minutes) => onChange({ ...slot, startsAt: day * DAY_MINUTES + minutes })}
        />
        <NumberField
          label="Minutes"
          min={1}
          max={DAY_MINUTES}
          value={slot.minutes}
          onChange={(minutes) => onChange({ ...slot, minutes })}
        />
        <TextArea
          label="Short words"
          value={slot.synopsis}
          problem={problems.synopsis}
          maxLength={160}
          rows={3}
          onChange={({ target }) => onChange({ ...slot, synopsis: target.value })}
        />
        <SelectField
          label="Age rating"
          choices={RATING_AGES.map((value) => ({ value, label: value }))}
          value={slot.ratingAge}
          problem={problems.ratingAge}
          onChange={({ target }) =>
            onChange({ ...slot, ratingAge: target.value as Slot['ratingAge'] })
          }
        />
        <ChoicesField
          label="Advice letters"
          choices={ADVICE_CHOICES}
          chosen={slot.ratingAdvice}
          onChange={(chosen) => onChange({ ...slot, ratingAdvice: chosen as Slot['ratingAdvice'] })}
        />
        <RecordingField {...{ slot, problems, onChange }} />
      </div>
      <Button tone="danger" onClick={onRemove}>
        Remove this programme
      </Button>
    </Card>
  );
}

/** What the programme plays: an editor's choice, or whatever of the genre fits its rating. */
function RecordingField({
  slot,
  problems,
  onChange,
}: Pick<SlotFormProps, 'slot' | 'problems' | 'onChange'>) {
  const [source, setSource] = useState<SlotSource>(sourceOf(slot));
  const key = (source === 'video' ? slot.video : slot.episode) ?? '';
  return (
    <>
      <SelectField
        label="Plays"
        choices={SLOT_SOURCES}
        value={source}
        onChange={({ target }) => {
          setSource(target.value as SlotSource);
          onChange({ ...slot, video: null, episode: null });
        }}
      />
      {source !== 'genre' && (
        <EntryPicker
          key={source}
          kind={source}
          label={source === 'video' ? 'Video' : 'Episode'}
          value={key}
          problem={problems[source]}
          hint="From its beginning, again while it fits whole; the genre fills the rest. Not shown where it is rated higher than the programme, or for some packages only."
          onChange={(chosen) => {
            const none = { video: null, episode: null };
            onChange({ ...slot, ...none, [source]: chosen === '' ? null : chosen });
          }}
        />
      )}
    </>
  );
}

/** A time of the day; half a time is typed before it counts. */
function TimeField({
  label,
  minutes,
  onChange,
}: {
  readonly label: string;
  readonly minutes: number;
  readonly onChange: (minutes: number) => void;
}) {
  const [typed, setTyped] = useState(timeOf(minutes));
  useEffect(() => setTyped(timeOf(minutes)), [minutes]);
  return (
    <TextField
      label={label}
      type="time"
      step={60}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        const read = minutesOf(target.value);
        if (read !== undefined) onChange(read);
      }}
    />
  );
}
