import type { AdviceLetter, AgeRating, Rating } from '@bonisa/contract/title-facts';
import { say } from '../words/words.ts';

const AGES: Readonly<Record<AgeRating, () => string>> = {
  A: () => say('rating.all'),
  PG: () => say('rating.guidance'),
  '7-9PG': () => say('rating.age_7'),
  '10-12PG': () => say('rating.age_10'),
  '13': () => say('rating.age_13'),
  '16': () => say('rating.age_16'),
  '18': () => say('rating.age_18'),
};

const ADVICE: Readonly<Record<AdviceLetter, () => string>> = {
  B: () => say('rating.blasphemy'),
  CT: () => say('rating.crime'),
  D: () => say('rating.drugs'),
  H: () => say('rating.horror'),
  IAT: () => say('rating.imitation'),
  L: () => say('rating.language'),
  N: () => say('rating.nudity'),
  P: () => say('rating.prejudice'),
  S: () => say('rating.sex'),
  SV: () => say('rating.sexual_violence'),
  V: () => say('rating.violence'),
};

/** `13 V L`, as on the rating mark. */
export function ratingMark(rating: Rating): string {
  return [rating.age, ...rating.advice].join(' ');
}

/** `Rated 13: not under 13; violence, language`, for viewers who do not know the letters. */
export function ratingWords(rating: Rating): string {
  const words = say('rating.words', { age: rating.age, meaning: AGES[rating.age]() });
  const advice = rating.advice.map((letter) => ADVICE[letter]()).join(', ');
  return advice ? `${words}; ${advice}` : words;
}

/** `31 sec`, `12 min`, `1 h 05 min`: minutes from 100 seconds on, rounded to the nearest. */
export function durationWords(seconds: number): string {
  if (seconds < 100) return say('duration.seconds', { seconds: Math.max(1, Math.round(seconds)) });
  const minutes = Math.max(2, Math.round(seconds / 60));
  if (minutes < 60) return say('duration.minutes', { minutes });
  const hours = Math.floor(minutes / 60);
  return say('duration.hours', { hours, minutes: String(minutes % 60).padStart(2, '0') });
}

/** `1 episode`, `24 episodes`. */
export function episodesWords(count: number): string {
  return say('count.episodes', { count });
}

/** `1 season`, `3 seasons`. */
export function seasonsWords(count: number): string {
  return say('count.seasons', { count });
}

/** `1 title`, `30 titles`. */
export function titlesWords(count: number): string {
  return say('count.titles', { count });
}

interface EpisodePlace {
  readonly ordinal: number;
  readonly season: { readonly ordinal: number };
}

/** `Season 2, episode 5`; an episode of season 0 is a special. */
export function episodePlaceWords({ ordinal: episode, season }: EpisodePlace): string {
  return season.ordinal === 0
    ? say('episode.special', { episode })
    : say('episode.place', { season: season.ordinal, episode });
}

/** `S2 E5`, for narrow places. */
export function episodeMark({ ordinal: episode, season }: EpisodePlace): string {
  return season.ordinal === 0
    ? say('episode.special', { episode })
    : `S${season.ordinal}\u00a0E${episode}`;
}

/** `1:05`, `1:02:03`: a position in a video. */
export function clockWords(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown
    .map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0')))
    .join(':');
}
