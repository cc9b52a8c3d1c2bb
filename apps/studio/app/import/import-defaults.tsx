import { RATING_AGES } from '@bonisa/contract/studio/catalogue-entries';
import { useMay } from '../calls/person.tsx';
import { EntryPicker } from '../catalogue/entry-picker.tsx';
import { CheckField, SelectField } from '../design/fields.tsx';

/** The fields of videos and shows that have none in the source. */
export type Defaults = Readonly<{
  genre?: string;
  channel?: string;
  ratingAge?: string;
  ratingAdvice?: readonly string[];
  published?: boolean;
}>;

export const NO_DEFAULTS: Defaults = {};

const AGES = RATING_AGES.map((value) => ({ value, label: value }));

/** What feeds do not have: genre, channel, age rating, and whether viewers see them at once. */
export function ImportDefaults({
  defaults,
  disabled,
  onChange,
}: {
  readonly defaults: Defaults;
  readonly disabled: boolean;
  readonly onChange: (defaults: Defaults) => void;
}) {
  const mayPublish = useMay('catalogue:publish');
  /** An empty field is no default. */
  const set = (changes: Record<string, unknown>): void => {
    const all = Object.entries({ ...defaults, ...changes });
    onChange(Object.fromEntries(all.filter(([, value]) => value !== '' && value !== undefined)));
  };
  return (
    <fieldset disabled={disabled} className="mb-4">
      <legend className="mb-1 font-semibold">Videos and shows that lack it get</legend>
      <div className="grid gap-x-4 md:grid-cols-3">
        <EntryPicker
          kind="channel"
          label="Channel"
          value={defaults.channel ?? ''}
          onChange={(channel) => set({ channel })}
        />
        <EntryPicker
          kind="genre"
          label="Genre"
          value={defaults.genre ?? ''}
          onChange={(genre) => set({ genre })}
        />
        <SelectField
          label="Age rating"
          empty="None"
          choices={AGES}
          value={defaults.ratingAge ?? ''}
          onChange={({ target }) =>
            set({ ratingAge: target.value, ratingAdvice: target.value ? [] : undefined })
          }
        />
      </div>
      {mayPublish && (
        <CheckField
          label="Publish them"
          hint="Viewers see them as soon as they have a film that is ready."
          checked={defaults.published === true}
          onChange={({ target }) => set({ published: target.checked ? true : undefined })}
        />
      )}
    </fieldset>
  );
}
