import type { EmblemName } from '@bonisa/artwork/emblems';
import type { GroundName } from '@bonisa/artwork/grounds';
import type { LanguageCode } from '@bonisa/domain/language';
import type { VideoInput } from '../catalogue/catalogue.input.ts';
import type { DemoCategory, DemoGenre } from './demo-frame.ts';
import type { DemoPerson } from './demo-people.ts';
import { CLOTH, type DemoVideo, TAXI, TRAIN, WALL } from './demo-title.ts';

type Advice = NonNullable<VideoInput['ratingAdvice']>[number];

/** Who made a video; whom somebody of the cast plays stands beside the name. */
export interface Crew {
  readonly cast?: Readonly<Partial<Record<DemoPerson, string>>>;
  readonly presenter?: readonly DemoPerson[];
  readonly director?: readonly DemoPerson[];
  readonly writer?: readonly DemoPerson[];
  readonly music?: readonly DemoPerson[];
}

/** A video in short. Its slug is its title; what is not given of its art is left to the slug. */
export type VideoRow = readonly [
  title: string,
  genre: DemoGenre,
  made: readonly [year: number, age: VideoInput['ratingAge'], ...advice: Advice[]],
  languages: readonly [LanguageCode, ...LanguageCode[]],
  synopsis: string,
  description: string,
  crew: Crew,
  art?: readonly [emblem: EmblemName, ground?: GroundName, clip?: string],
];

const CLIPS = [TAXI, WALL, CLOTH, TRAIN] as const;

/** The videos of one category. Clips take turns where none is named. */
export function videosIn(place: DemoCategory, rows: readonly VideoRow[]): readonly DemoVideo[] {
  const [channel = '', category = ''] = place.split('/');
  return rows.map(
    (
      [
        title,
        genre,
        [year, ratingAge, ...ratingAdvice],
        languages,
        synopsis,
        description,
        crew,
        art = [],
      ],
      index,
    ) => {
      const [
        artEmblem = null,
        artGround = null,
        clip = CLIPS[(index + place.length) % CLIPS.length] ?? TAXI,
      ] = art;
      return {
        slug: slugOf(title),
        title,
        clip,
        synopsis,
        description,
        year,
        ratingAge,
        ratingAdvice,
        languages: [...languages],
        genre,
        channel,
        category,
        artEmblem,
        artGround,
        credits: creditsOf(crew),
      };
    },
  );
}

/**
 * The credits in the order shown: who presents and plays it, then who directed, wrote and scored
 * it.
 */
export function creditsOf({
  cast = {},
  presenter = [],
  director = [],
  writer = [],
  music = [],
}: Crew): NonNullable<DemoVideo['credits']> {
  return [
    ...presenter.map((person) => ({ person, role: 'presenter' as const })),
    ...Object.entries(cast).map(([person, character]) => ({
      person,
      role: 'cast' as const,
      character,
    })),
    ...director.map((person) => ({ person, role: 'director' as const })),
    ...writer.map((person) => ({ person, role: 'writer' as const })),
    ...music.map((person) => ({ person, role: 'music' as const })),
  ];
}

/** `umlilo-ophansi` for `Umlilo Ophansi`: letters without their marks, joined by hyphens. */
function slugOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .replaceAll(/[\p{M}’]/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return words?.join('-') ?? '';
}
