import { createHash } from 'node:crypto';
import type { Story } from '@bonisa/demo-content/demo-content';
import type { CaptionWords } from '@bonisa/demo-content/shots/caption-words';
import { planSegments, type TitleForm } from '@bonisa/demo-content/shots/segment-plan';
import { captionShots, captionStory } from '@bonisa/demo-content/shots/story-captions';
import { planTitle } from '@bonisa/demo-content/shots/title-plan';
import { languageName } from '@bonisa/domain/language';
import { type CatalogueService, readyAsset } from '../catalogue/catalogue.service.ts';
import type { Assets, MediaOwners } from '../catalogue/catalogue-editing.repository.ts';
import type { CompositionInput } from '../media/composition.service.ts';
import { CARD_SECONDS } from './card-length.ts';
import type { ReadyShot, ShotMedia } from './load-shots.ts';

export interface TitleParts {
  readonly stories: readonly Story[];
  /** The words of captions, by language. */
  readonly words: ReadonlyMap<string, CaptionWords>;
  readonly catalogue: Pick<CatalogueService, 'change' | 'assetsOf'>;
  readonly media: Pick<ShotMedia, 'assetFacts' | 'assetsReferenced'> & {
    compose(input: CompositionInput): Promise<{ readonly assetId: string }>;
  };
  readonly signal: AbortSignal;
}

const PREFIX = 'demo:';
/** How many titles change at once: a change empties the caches of pages. */
const BATCH = 60;

/** Some titles and the composition that they play. */
interface Assignment {
  readonly stories: readonly Story[];
  readonly composition: CompositionInput;
}

/**
 * Gives each title without media a composition that all titles of its genre and form share, so
 * that every title can be watched while most shots are still being painted. Titles whose media are
 * such a stand-in get the new one.
 */
export async function giveStandIns(parts: TitleParts, shots: readonly ReadyShot[]): Promise<void> {
  const { waiting, referenceOf } = await titlesWaiting(parts);
  const without = waiting.filter((story) => {
    const reference = referenceOf(story);
    return reference === undefined || !reference.startsWith(`${PREFIX}title:`);
  });
  const alike = Map.groupBy(without, ({ genre, form }) => `${genre}/${form}`);
  const assignments = [...alike.values()].flatMap((stories) => {
    const [first] = stories;
    if (!first) return [];
    const { genre, form } = first;
    const plan = planTitle({ slug: genre, genre }, shots);
    const standIn = { slug: genre, title: genre, form };
    return [{ stories, composition: compositionOf('stand-in', standIn, plan) }];
  });
  await give(parts, assignments, referenceOf);
}

/**
 * Gives each title its own composition, with captions that tell its story, and opening with its
 * card where `cards` has one.
 */
export async function giveTitles(
  parts: TitleParts,
  shots: readonly ReadyShot[],
  cards: ReadonlyMap<string, string>,
): Promise<void> {
  const { waiting, referenceOf } = await titlesWaiting(parts);
  const assignments = waiting.map((story) => {
    const plan = planTitle({ ...story, emblem: story.art.artEmblem }, shots);
    const card = cards.get(story.art.slug);
    const captions = captionsOf(story, plan, { card, words: parts.words });
    const composition = compositionOf('title', story, plan, { card, captions });
    return { stories: [story], composition };
  });
  for (let at = 0; at < assignments.length && !parts.signal.aborted; at += BATCH)
    await give(parts, assignments.slice(at, at + BATCH), referenceOf);
}

/** The titles without media, and those whose media are the demo's: an editor's stay. */
async function titlesWaiting({ stories, catalogue, media }: TitleParts) {
  const [assets, references] = await Promise.all([
    catalogue.assetsOf(ownersOf(stories)),
    media.assetsReferenced(PREFIX),
  ]);
  const assetOf = ({ owner, slug }: Story) => (assets as Assets)[owner].get(slug);
  const given = stories.map(assetOf).filter((id) => typeof id === 'string');
  const usable = new Set((await media.assetFacts(given)).map(({ assetId }) => assetId));
  return {
    waiting: stories.filter((story) => {
      const id = assetOf(story);
      if (id === undefined) return false;
      return id === null || references.has(id) || !usable.has(id);
    }),
    referenceOf: (story: Story) => references.get(assetOf(story) ?? ''),
  };
}

function compositionOf(
  kind: 'stand-in' | 'title',
  { slug, title, form }: Pick<Story, 'slug' | 'title' | 'form'>,
  plan: readonly ReadyShot[],
  {
    card,
    captions = [],
  }: { card?: string | undefined; captions?: CompositionInput['captions'] } = {},
): CompositionInput {
  const parts = [...(card ? [card] : []), ...plan.map(({ assetId }) => assetId)];
  const segments = segmentsOf(plan, form, card !== undefined);
  // Other parts, captions or segments make another composition.
  const content = createHash('sha256')
    .update(JSON.stringify([parts, captions, segments]))
    .digest('hex');
  const reference = `${PREFIX}${kind}:${slug}:${content.slice(0, 16)}`;
  return { title, reference, parts, captions, segments };
}

function segmentsOf(plan: readonly ReadyShot[], form: TitleForm, hasCard: boolean) {
  const seconds = plan.map((shot) => shot.seconds);
  return planSegments(hasCard ? [CARD_SECONDS, ...seconds] : seconds, { form, hasCard });
}

/** The story in English, and before it in the title's own language where there are words for it. */
function captionsOf(
  story: Story,
  plan: readonly ReadyShot[],
  { card, words }: { card: string | undefined; words: TitleParts['words'] },
): CompositionInput['captions'] {
  const { text, language } = story;
  const told = { ...story, tale: story.art.slug };
  const lead = card ? CARD_SECONDS : 0;
  const seconds = plan.reduce((sum, shot) => sum + shot.seconds, lead);
  const own = words.get(language);
  const track = (code: string, vtt: string) => {
    return { language: `${code}-ZA`, label: languageName(code), vtt };
  };
  return [
    ...(own ? [track(language, captionShots(own, told, plan, lead))] : []),
    track('en', captionStory(text, seconds)),
  ];
}

async function give(
  { catalogue, media }: TitleParts,
  assignments: readonly Assignment[],
  referenceOf: (story: Story) => string | undefined,
): Promise<void> {
  const wanted = assignments
    .map(({ stories, composition }) => ({
      composition,
      stories: stories.filter((story) => referenceOf(story) !== composition.reference),
    }))
    .filter(({ stories }) => stories.length > 0);
  if (wanted.length === 0) return;
  const made: { assetId: string; owners: MediaOwners }[] = [];
  for (const { stories, composition } of wanted)
    made.push({ ...(await media.compose(composition)), owners: ownersOf(stories) });
  const facts = await media.assetFacts(made.map(({ assetId }) => assetId));
  await catalogue.change(async (editor) => {
    // The facts come first, so that no title refers to an asset that cannot be played.
    for (const fact of facts) await editor.putAsset(readyAsset(fact));
    for (const { owners, assetId } of made) await editor.giveMedia(owners, assetId);
  });
}

function ownersOf(stories: readonly Story[]): MediaOwners {
  const slugsOf = (kind: Story['owner']): string[] =>
    stories.filter(({ owner }) => owner === kind).map(({ slug }) => slug);
  return { videos: slugsOf('videos'), episodes: slugsOf('episodes') };
}
