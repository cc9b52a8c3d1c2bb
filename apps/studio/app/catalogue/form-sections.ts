import type { Plan } from './field-plan.ts';

/** The parts of an entry's form that open; what is in none of them is always in sight. */

export interface FormSection {
  readonly name: string;
  readonly title: string;
  readonly fields: readonly string[];
}

export const FORM_SECTIONS: readonly FormSection[] = [
  {
    name: 'rating',
    title: 'Content advice and languages of the sound',
    fields: ['ratingAdvice', 'languages'],
  },
  { name: 'people', title: 'Cast and crew', fields: ['credits'] },
  {
    name: 'times',
    title: 'When viewers see it',
    fields: ['availableFrom', 'availableUntil', 'packages'],
  },
  { name: 'segments', title: 'Opening, recap and credits', fields: ['segments'] },
  {
    name: 'drawn',
    title: 'How drawn pictures look',
    fields: ['artEmblem', 'artGround', 'accent'],
  },
  { name: 'languages', title: 'Names in other languages', fields: ['names'] },
];

const FOLDED = new Set(FORM_SECTIONS.flatMap(({ fields }) => fields));

/** The words and the place of an entry, its words first. */
export function plansInSight(plans: readonly Plan[]): readonly Plan[] {
  const isWords = ({ name }: Plan): boolean => name === 'synopsis' || name === 'description';
  const isName = ({ name }: Plan): boolean => name === 'title' || name === 'name';
  const shown = plans.filter(({ name }) => !FOLDED.has(name));
  const names = shown.filter(isName);
  const words = shown.filter(isWords);
  return [...names, ...words, ...shown.filter((plan) => !isName(plan) && !isWords(plan))];
}
