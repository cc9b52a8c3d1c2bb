import type { AdviceLetter, AgeRating, Rating } from '@bonisa/contract/title-facts';

const AGES: Readonly<Record<AgeRating, string>> = {
  A: 'all ages',
  PG: 'parental guidance',
  '7-9PG': 'not under 7, parental guidance to 9',
  '10-12PG': 'not under 10, parental guidance to 12',
  '13': 'not under 13',
  '16': 'not under 16',
  '18': 'not under 18',
};

const ADVICE: Readonly<Record<AdviceLetter, string>> = {
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

/** `13 V L`, as on the rating mark. */
export function ratingMark(rating: Rating): string {
  return [rating.age, ...rating.advice].join(' ');
}

/** `Rated 13: not under 13; violence, language`, for viewers who do not know the letters. */
export function ratingWords(rating: Rating): string {
  const advice = rating.advice.map((letter) => ADVICE[letter]).join(', ');
  return `Rated ${rating.age}: ${AGES[rating.age]}${advice ? `; ${advice}` : ''}`;
}

/** `31 sec`, `12 min`, `1 h 05 min`: minutes from 100 seconds on, rounded to the nearest. */
export function durationWords(seconds: number): string {
  if (seconds < 100) return `${Math.max(1, Math.round(seconds))} sec`;
  const minutes = Math.max(2, Math.round(seconds / 60));
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** `1 episode`, `24 episodes`. */
export function episodesWords(count: number): string {
  return counted(count, 'episode');
}

/** `1 season`, `3 seasons`. */
export function seasonsWords(count: number): string {
  return counted(count, 'season');
}

/** `1 title`, `30 titles`. */
export function titlesWords(count: number): string {
  return counted(count, 'title');
}

function counted(count: number, what: string): string {
  return `${count}\u00a0${what}${count === 1 ? '' : 's'}`;
}

/** `Season 2, episode 5`; an episode of season 0 is a special. */
export function episodePlaceWords(episode: {
  ordinal: number;
  season: { ordinal: number };
}): string {
  return episode.season.ordinal === 0
    ? `Special ${episode.ordinal}`
    : `Season ${episode.season.ordinal}, episode ${episode.ordinal}`;
}

/** `S2 E5`, for narrow places. */
export function episodeMark(episode: { ordinal: number; season: { ordinal: number } }): string {
  return episode.season.ordinal === 0
    ? `Special ${episode.ordinal}`
    : `S${episode.season.ordinal}\u00a0E${episode.ordinal}`;
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
