import { createHash } from 'node:crypto';
import { type CatalogueService, readyAsset } from '@bonisa/content/catalogue.service';
import type { Assets, MediaOwners } from '@bonisa/content/catalogue-changes.repository';
import { refusalOf } from '@bonisa/content/editing/batch.refusals';
import type { EditingService } from '@bonisa/content/editing/editing.service';
import type { Writer } from '@bonisa/content/editing/versions.service';
import type { Story } from '@bonisa/demo-content/demo-content';
import type { CaptionWords } from '@bonisa/demo-content/shots/caption-words';
import { planSegments } from '@bonisa/demo-content/shots/segment-plan';
import { SHOT_SECONDS } from '@bonisa/demo-content/shots/shot';
import { SHOTS } from '@bonisa/demo-content/shots/shots';
import { captionShots, captionStory } from '@bonisa/demo-content/shots/story-captions';
import { languageName } from '@bonisa/domain/language';
import type { CompositionInput } from '@bonisa/media/composition.service';
import type { ReadyShot, ShotMedia } from './load-shots.ts';

export interface TitleParts {
  readonly stories: readonly Story[];
  /** The words of captions, by language. */
  readonly words: ReadonlyMap<string, CaptionWords>;
  readonly catalogue: Pick<CatalogueService, 'assetsReady' | 'assetsOf'>;
  readonly editing: Pick<EditingService, 'apply'>;
  readonly media: Pick<ShotMedia, 'assetFacts' | 'assetsReferenced'> & {
    compose(input: CompositionInput): Promise<{ readonly assetId: string }>;
  };
  readonly signal: AbortSignal;
}

const PREFIX = 'demo:';
/** Who gives titles their films, as their versions name it. */
export const DEMO: Writer = { kind: 'command', id: '', name: 'demo' };
/** How many titles change at once: a change empties the caches of pages. */
const BATCH = 60;

/** A title and the composition that it plays. */
interface Assignment {
  readonly story: Story;
  readonly composition: CompositionInput;
}

/**
 * Gives each title whose shots are all there its film. One of which the first shots are there
 * plays these meanwhile.
 */
export async function giveTitles(parts: TitleParts, shots: readonly ReadyShot[]): Promise<void> {
  const { waiting, referenceOf } = await titlesWaiting(parts);
  const assignments = waiting.flatMap((story): Assignment[] => {
    const missing = story.shots.findIndex((name) => !shots.some((shot) => shot.name === name));
    const plan = planned(story.shots.slice(0, missing < 0 ? undefined : missing), shots);
    if (missing < 0) return [{ story, composition: filmOf(parts, story, plan) }];
    if (missing === 0 || referenceOf(story)) return [];
    return [{ story, composition: compositionOf('beginning', story, plan) }];
  });
  await give(parts, assignments, referenceOf);
}

/** Gives every title all of a few shots, for tests, which do not wait for more. */
export async function giveFewShots(parts: TitleParts, shots: readonly ReadyShot[]): Promise<void> {
  const { waiting, referenceOf } = await titlesWaiting(parts);
  const assignments = waiting.map((story) => {
    return { story, composition: filmOf(parts, story, shots) };
  });
  await give(parts, assignments, referenceOf);
}

const planned = (names: readonly string[], shots: readonly ReadyShot[]): ReadyShot[] =>
  names.flatMap((name) => shots.find((shot) => shot.name === name) ?? []);

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

function filmOf(
  { words }: Pick<TitleParts, 'words'>,
  story: Story,
  plan: readonly ReadyShot[],
): CompositionInput {
  return compositionOf('title', story, plan, captionsOf(story, plan, words));
}

function compositionOf(
  kind: 'beginning' | 'title',
  { slug, title, form }: Story,
  plan: readonly ReadyShot[],
  captions: CompositionInput['captions'] = [],
): CompositionInput {
  const parts = plan.map(({ assetId }) => assetId);
  const segments = planSegments(plan.length * SHOT_SECONDS, form);
  // Other parts, captions or segments make another composition.
  const content = createHash('sha256')
    .update(JSON.stringify([parts, captions, segments]))
    .digest('hex');
  const reference = `${PREFIX}${kind}:${slug}:${content.slice(0, 16)}`;
  return { title, reference, parts, captions, segments };
}

/** The story in English, and before it in the title's own language where there are words for it. */
function captionsOf(
  story: Story,
  plan: readonly ReadyShot[],
  words: TitleParts['words'],
): CompositionInput['captions'] {
  const { text, language } = story;
  const told = { ...story, tale: story.art.slug };
  const shown = plan.flatMap(({ name }) => SHOTS.filter((shot) => shot.name === name));
  const own = words.get(language);
  const track = (code: string, vtt: string) => {
    return { language: `${code}-ZA`, label: languageName(code), vtt };
  };
  return [
    ...(own ? [track(language, captionShots(own, told, shown))] : []),
    track('en', captionStory(text, plan.length * SHOT_SECONDS)),
  ];
}

async function give(
  parts: TitleParts,
  assignments: readonly Assignment[],
  referenceOf: (story: Story) => string | undefined,
): Promise<void> {
  const { catalogue, editing, media, signal } = parts;
  const wanted = assignments.filter(
    ({ story, composition }) => referenceOf(story) !== composition.reference,
  );
  for (let at = 0; at < wanted.length && !signal.aborted; at += BATCH) {
    const batch = wanted.slice(at, at + BATCH);
    const films = new Map<Story, string>();
    for (const { story, composition } of batch)
      films.set(story, (await media.compose(composition)).assetId);
    // The facts come first, so that no title refers to an asset that cannot be played.
    await catalogue.assetsReady((await media.assetFacts([...films.values()])).map(readyAsset));
    // Meanwhile an editor may have deleted a title, or have given it a film.
    const { waiting } = await titlesWaiting({ ...parts, stories: [...films.keys()] });
    const { problems } = await editing.apply(
      waiting.map((story) => {
        return { kind: KINDS[story.owner], key: story.slug, assetId: films.get(story) };
      }),
      { by: DEMO },
    );
    if (problems.length > 0) throw refusalOf(problems);
  }
}

const KINDS = { videos: 'video', episodes: 'episode' } as const;

function ownersOf(stories: readonly Story[]): MediaOwners {
  const slugsOf = (kind: Story['owner']): string[] =>
    stories.filter(({ owner }) => owner === kind).map(({ slug }) => slug);
  return { videos: slugsOf('videos'), episodes: slugsOf('episodes') };
}
