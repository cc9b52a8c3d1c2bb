import { problemsIn } from '@bonisa/contract/problem-words';
import { ARTWORK_FIELDS } from '@bonisa/contract/studio/artwork-fields';
import {
  CREDIT_ROLES,
  ENTRY_FIELDS,
  type EntryKind,
} from '@bonisa/contract/studio/catalogue-entries';
import { languageName } from '@bonisa/domain/language';
import { z } from 'zod';
import type { Choice } from '../design/fields.tsx';
import { capitalised, inWords } from '../design/words.ts';
import { problemsByField } from './field-problems.ts';

/** How the fields of a kind are asked for, read from the contract's own schemas. */
export type Plan = Readonly<{
  name: string;
  label: string;
  hint?: string | undefined;
  /** It must be filled. */
  isNeeded: boolean;
}> &
  (
    | { readonly widget: 'line' | 'prose'; readonly max: number | undefined }
    | {
        readonly widget: 'number';
        readonly min: number | undefined;
        readonly max: number | undefined;
      }
    | { readonly widget: 'choice'; readonly choices: readonly Choice[] }
    | { readonly widget: 'choices'; readonly choices: readonly Choice[] }
    | { readonly widget: 'entry'; readonly kind: EntryKind; readonly or?: EntryKind }
    | {
        readonly widget:
          | 'instant'
          | 'check'
          | 'colour'
          | 'credits'
          | 'titles'
          | 'segments'
          | 'names';
      }
  );

/** Fields that other screens of an entry change. */
const ELSEWHERE = new Set<string>([
  ...['published', 'slots', 'dated', 'assetId', 'position'],
  ...Object.values(ARTWORK_FIELDS),
]);

/** Fields of the form with an editor of their own (more-fields.tsx). */
const WITH_EDITOR: ReadonlySet<string> = new Set(['packages', 'rule']);

const REFERENCES: Readonly<Record<string, EntryKind>> = {
  genre: 'genre',
  channel: 'channel',
  show: 'show',
  slate: 'video',
};

const LABELS: Readonly<Record<string, string>> = {
  slug: 'Address (slug)',
  synopsis: 'Synopsis: one line',
  year: 'Year',
  ratingAge: 'Age rating',
  ratingAdvice: 'Advice letters',
  languages: 'Languages of the sound',
  availableFrom: 'Visible from',
  availableUntil: 'Visible until',
  artEmblem: 'Symbol in drawn pictures',
  artGround: 'Background of drawn pictures',
  accent: 'Accent colour',
  eyebrow: 'Words above the title',
  ordinal: 'Number',
  names: 'In other languages',
  slate: 'Shown while nothing is on',
  // Fields that other parts of the screen change.
  key: 'Your reference',
  packages: 'Packages that include it',
  slots: 'Programmes',
  dated: 'Dated programmes',
  media: 'Film',
  position: 'Place in the order',
};

const HINTS: Readonly<Record<string, string>> = {
  slug: 'Lower-case words with hyphens. Viewers see it in the address.',
  availableFrom: 'South African time. Empty: at once.',
  availableUntil: 'South African time. Empty: without an end.',
  artEmblem: 'Empty: chosen by the studio.',
  artGround: 'Empty: chosen by the studio.',
  slate: 'A video, which may stay a draft. Empty: the channel is off air then.',
  names: 'Where one is empty, viewers of that language read the title.',
};

const ADVICE: Readonly<Record<string, string>> = {
  B: 'blasphemy',
  CT: 'criminal techniques',
  D: 'drugs',
  H: 'horror',
  IAT: 'imitative acts',
  L: 'language',
  N: 'nudity',
  P: 'prejudice',
  S: 'sex',
  SV: 'sexual violence',
  V: 'violence',
};

/** The letters beside an age rating, with what each warns of. */
export const ADVICE_CHOICES: readonly Choice[] = Object.entries(ADVICE).map(([value, words]) => ({
  value,
  label: `${value}: ${words}`,
}));

/** The schema of a new or changed entry of a kind, without what other screens change. */
export function schemaOf(kind: EntryKind): z.ZodObject {
  const fields = Object.entries(ENTRY_FIELDS[kind]).filter(([name]) => !ELSEWHERE.has(name));
  return z.object(Object.fromEntries(fields));
}

/** The fields of a kind in the order of the contract, its name first. */
export function plansOf(kind: EntryKind): readonly Plan[] {
  const plans = Object.entries(schemaOf(kind).shape)
    .filter(([name]) => !WITH_EDITOR.has(name))
    .map(([name, schema]) => planOf(kind, name, schema as z.ZodType));
  const isName = ({ name }: Plan): boolean => name === 'title' || name === 'name';
  return [...plans.filter(isName), ...plans.filter((plan) => !isName(plan))];
}

/** What a field of a kind is called on the screen. */
export function labelOf(kind: EntryKind, name: string): string {
  const planned = plansOf(kind).find((plan) => plan.name === name)?.label;
  return planned ?? fieldWords(name);
}

/** What a field of any kind is called. */
export function fieldWords(name: string): string {
  return LABELS[name] ?? capitalised(inWords(name));
}

/** What a field that nobody has filled holds. */
const EMPTY = ['', null, undefined, []] as const;

function planOf(kind: EntryKind, name: string, given: z.ZodType): Plan {
  const schema = coreOf(given);
  const label = fieldWords(name);
  const isNeeded = EMPTY.every((value) => !given.safeParse(value).success);
  const named = { name, label, hint: HINTS[name], isNeeded };
  if (name === 'credits' || name === 'titles' || name === 'segments' || name === 'names')
    return { ...named, widget: name };
  if (name === 'title' && kind === 'slide')
    return { ...named, label: 'Video', widget: 'entry', kind: 'video', or: 'show' };
  if (name === 'category')
    return {
      ...named,
      widget: 'entry',
      kind: kind === 'liveChannel' ? 'liveCategory' : 'category',
    };
  const to = REFERENCES[name];
  if (to) return { ...named, widget: 'entry', kind: to };
  if (name.startsWith('available')) return { ...named, widget: 'instant' };
  if (name === 'accent') return { ...named, widget: 'colour' };
  if (schema instanceof z.ZodEnum)
    return { ...named, widget: 'choice', choices: choicesOf(name, schema) };
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodEnum)
    return { ...named, widget: 'choices', choices: choicesOf(name, schema.element) };
  if (schema instanceof z.ZodNumber)
    return {
      ...named,
      widget: 'number',
      min: schema.minValue ?? undefined,
      max: schema.maxValue ?? undefined,
    };
  if (schema instanceof z.ZodBoolean) return { ...named, widget: 'check' };
  if (schema instanceof z.ZodString)
    return {
      ...named,
      widget: name === 'description' ? 'prose' : 'line',
      max: schema.maxLength ?? undefined,
    };
  throw new Error(`the field ${name} of ${kind} has no widget`);
}

const SHORT_WIDGETS: ReadonlySet<string> = new Set(['number', 'choice', 'instant', 'colour']);
const SHORT_LINES: ReadonlySet<string> = new Set(['artEmblem', 'artGround']);

/** Whether half of the form's width is enough for a field. */
export function isShort(plan: Plan): boolean {
  if (plan.widget === 'entry') return plan.or === undefined;
  return SHORT_WIDGETS.has(plan.widget) || SHORT_LINES.has(plan.name);
}

/** The schema below what makes it optional, nullable or gives it a value. */
function coreOf(schema: z.ZodType): z.ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  )
    return coreOf(schema.unwrap() as z.ZodType);
  return schema;
}

function choicesOf(name: string, schema: z.ZodEnum): Choice[] {
  return schema.options.map((option) => {
    const value = String(option);
    if (name === 'languages') return { value, label: languageName(value) };
    const advice = name === 'ratingAdvice' && ADVICE_CHOICES.find((one) => one.value === value);
    return advice || { value, label: value };
  });
}

export const ROLE_CHOICES: readonly Choice[] = CREDIT_ROLES.map((role) => ({
  value: role,
  label: capitalised(inWords(role)),
}));

export type Fields = Readonly<Record<string, unknown>>;

const NULL_WIDGETS: ReadonlySet<string> = new Set(['segments', 'instant', 'names']);

/** What a new entry begins with. */
export function emptyFields(kind: EntryKind): Fields {
  const year = new Date().getFullYear();
  const given: Fields = {
    year,
    ratingAge: 'PG',
    languages: ['en'],
    format: 'poster',
    ordinal: 1,
    season: 1,
  };
  return Object.fromEntries(
    plansOf(kind).map(({ name, widget }) => {
      const empty = widget === 'choices' || widget === 'credits' || widget === 'titles' ? [] : '';
      return [name, given[name] ?? (NULL_WIDGETS.has(widget) ? null : empty)];
    }),
  );
}

/** What is sent: an empty field is null where it may be, and left out where it may be missing. */
export function sentFields(kind: EntryKind, typed: Fields): Fields {
  const { shape } = schemaOf(kind);
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, schema]) => {
      const value = typed[name];
      if (value !== '' && value !== undefined) return [[name, value]];
      if ((schema as z.ZodType).safeParse(null).success) return [[name, null]];
      return (schema as z.ZodType).safeParse(undefined).success ? [] : [[name, value ?? '']];
    }),
  );
}

/** What is wrong with each field, by the contract's schema, in the words of the server. */
export function problemsOf(kind: EntryKind, sent: Fields): Readonly<Record<string, string>> {
  const { error } = schemaOf(kind).safeParse(sent);
  // The first problem of a place: one that is empty breaks every other rule as well.
  const first = new Map<string, string>();
  for (const { field, problem } of error ? problemsIn(error) : [])
    if (!first.has(field)) first.set(field, sent[field] === '' ? 'must be given' : problem);
  const problems = [...first].map(([field, problem]) => ({ field, problem }));
  return problemsByField(problems, sent);
}
