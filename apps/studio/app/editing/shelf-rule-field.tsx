import { catalogueEntries } from '@bonisa/contract/studio/catalogue.calls';
import {
  MOST_ON_SHELF,
  RULE_ORDERS,
  type RuleOrder,
  type ShelfRule,
} from '@bonisa/domain/catalogue/shelf-rule';
import { LANGUAGE_CODES, languageName } from '@bonisa/domain/language';
import { useRead } from '../calls/use-calls.ts';
import { EntryPicker } from '../catalogue/entry-picker.tsx';
import { ChoicesField } from '../design/choices-field.tsx';
import { CheckField, type Choice, SelectField, TextField } from '../design/fields.tsx';
import { NumberField } from '../design/number-field.tsx';

const ORDERS: Readonly<Record<RuleOrder, string>> = {
  newest: 'Newest first',
  most_watched: 'Most watched of the last week',
  closing: 'Window that closes first',
  title: 'Title, A to Z',
  year: 'Year, newest first',
};
const NEW_RULE: ShelfRule = { order: 'newest', limit: 20 };
const KINDS = [
  { value: 'video', label: 'Videos' },
  { value: 'show', label: 'Shows' },
];

export interface ShelfRuleFieldProps {
  readonly rule: ShelfRule | null;
  readonly onChange: (rule: ShelfRule | null) => void;
  readonly problem?: string | undefined;
  readonly disabled?: boolean;
}

/** What fills a shelf by itself. */
export function ShelfRuleField(props: ShelfRuleFieldProps) {
  const { rule, onChange, problem, disabled = false } = props;
  return (
    <fieldset className="mb-4" disabled={disabled}>
      <legend className="mb-1 font-semibold">Rule</legend>
      {problem && <p className="mb-2 text-small font-semibold text-danger">{problem}</p>}
      <CheckField
        label="Fill this shelf by a rule"
        hint="Titles that are chosen by hand come first."
        checked={rule !== null}
        onChange={({ target }) => onChange(target.checked ? NEW_RULE : null)}
      />
      {rule && <RuleFields rule={rule} onChange={onChange} />}
    </fieldset>
  );
}

function RuleFields({
  rule,
  onChange,
}: {
  readonly rule: ShelfRule;
  readonly onChange: (rule: ShelfRule) => void;
}) {
  const { data } = useRead(catalogueEntries, { params: { kind: 'genre' }, query: { limit: 1000 } });
  const genres = genreChoices(data?.data ?? [], rule.genres ?? []);
  const languages = LANGUAGE_CODES.map((code) => ({ value: code, label: languageName(code) }));
  const set = (changes: Partial<ShelfRule>): void => onChange(without({ ...rule, ...changes }));
  const daysOf = (text: string): number | undefined => (text === '' ? undefined : Number(text));
  const some = (chosen: readonly unknown[]): readonly string[] | undefined =>
    chosen.length > 0 ? (chosen as readonly string[]) : undefined;
  return (
    <div>
      <ChoicesField
        label="Genres"
        hint="A title of any of them. None ticked: every genre."
        choices={genres}
        chosen={rule.genres ?? []}
        onChange={(chosen) => set({ genres: some(chosen) })}
      />
      <ChoicesField
        label="Languages"
        hint="A title with the sound of any of them. None ticked: every language."
        choices={languages}
        chosen={rule.languages ?? []}
        onChange={(chosen) => set({ languages: some(chosen) })}
      />
      <EntryPicker
        label="Channel"
        kind="channel"
        empty="Every channel"
        value={rule.channel ?? ''}
        onChange={(key) => set({ channel: key || undefined })}
      />
      <SelectField
        label="Kind"
        empty="Videos and shows"
        choices={KINDS}
        value={rule.kind ?? ''}
        onChange={({ target }) =>
          set({ kind: (target.value || undefined) as ShelfRule['kind'] | undefined })
        }
      />
      <TextField
        label="Shown since at most so many days"
        type="number"
        min={1}
        max={3650}
        value={rule.newest_days ?? ''}
        onChange={({ target }) => set({ newest_days: daysOf(target.value) })}
      />
      <TextField
        label="Window closes within so many days"
        type="number"
        min={1}
        max={365}
        value={rule.closing_days ?? ''}
        onChange={({ target }) => set({ closing_days: daysOf(target.value) })}
      />
      <SelectField
        label="Order"
        choices={RULE_ORDERS.map((order) => ({ value: order, label: ORDERS[order] }))}
        value={rule.order}
        onChange={({ target }) => set({ order: target.value as RuleOrder })}
      />
      <NumberField
        label="At most"
        min={1}
        max={MOST_ON_SHELF}
        value={rule.limit}
        onChange={(limit) => set({ limit })}
      />
    </div>
  );
}

interface Genre {
  readonly key: string;
  readonly slug: string | null;
  readonly title: string | null;
}

/** The genres to tick; one that the rule names by its slug, or that is gone, can be unticked. */
function genreChoices(genres: readonly Genre[], chosen: readonly string[]): Choice[] {
  const nameOf = ({ key, slug }: Genre): string =>
    slug !== null && chosen.includes(slug) && !chosen.includes(key) ? slug : key;
  const known = genres.map((genre) => ({
    value: nameOf(genre),
    label: genre.title ?? genre.key,
  }));
  const others = chosen.filter((name) => !known.some(({ value }) => value === name));
  return [...known, ...others.map((name) => ({ value: name, label: name }))];
}

/** What was taken out of a rule is not sent. */
function without(rule: ShelfRule): ShelfRule {
  return Object.fromEntries(
    Object.entries(rule).filter(([, value]) => value !== undefined),
  ) as unknown as ShelfRule;
}
