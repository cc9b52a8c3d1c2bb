import type { DemoCategory, DemoGenre } from '../demo-frame.ts';
import type { DemoPerson } from '../demo-people.ts';
import type { DemoEpisode, DemoShow } from '../demo-title.ts';

/** Small words in which the demo's shows are written down, so that an episode is one line. */

type Credit = NonNullable<DemoShow['credits']>[number];
type Season = DemoShow['seasons'][number];

/** Somebody before the camera, and whom they play. */
export const cast = (person: DemoPerson, character: string): Credit => ({
  person,
  role: 'cast',
  character,
});
/** Somebody who leads through a programme as themselves. */
export const presenter = (person: DemoPerson): Credit => ({ person, role: 'presenter' });
export const director = (person: DemoPerson): Credit => ({ person, role: 'director' });
export const writer = (person: DemoPerson): Credit => ({ person, role: 'writer' });
export const music = (person: DemoPerson): Credit => ({ person, role: 'music' });

/** Where a show stands: `ekhaya/family`. */
export function filed(
  place: DemoCategory,
  genre: DemoGenre,
): Pick<DemoShow, 'channel' | 'genre'> & { category: string } {
  const [channel = '', category = ''] = place.split('/');
  return { channel, category, genre };
}

/** When it was made, and in which languages. */
export const made = (year: number, ...languages: DemoShow['languages'][number][]) => ({
  year,
  languages,
});

/** From which age, and what to be warned of. */
export const rated = (
  ratingAge: DemoShow['ratingAge'],
  ...ratingAdvice: DemoShow['ratingAdvice'][number][]
) => ({ ratingAge, ratingAdvice });

/** What its pictures show, and before what. */
export const drawn = (artEmblem: string, artGround: string) => ({ artEmblem, artGround });

/** A season without a name; each line is `Title | Synopsis`. */
export const season = (...lines: readonly string[]): Season => ({ episodes: lines.map(episode) });

/** A season with a name of its own. */
export const namedSeason = (title: string, ...lines: readonly string[]): Season => ({
  title,
  ...season(...lines),
});

function episode(line: string): DemoEpisode {
  const [title, synopsis, ...more] = line.split(' | ');
  if (!title || !synopsis || more.length > 0) throw new Error(`not 'Title | Synopsis': ${line}`);
  return { title, synopsis };
}
