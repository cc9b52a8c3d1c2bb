import { describe, expect, it } from 'vitest';
import { Picture } from '../clips/raster.ts';
import { FILM, FRAME } from '../clips/scenes/scene.ts';
import { SAMPLE_RATE } from '../clips/synth.ts';
import { readDemoContent, type Story } from '../demo-content.ts';
import { readCaptionWords, tellingOf } from './caption-words.ts';
import { type Mood, SHOT_SECONDS, type Shot } from './shot.ts';
import { SHOTS, shotNamed } from './shots.ts';
import { play } from './songs.ts';
import { captionShots, captionStory } from './story-captions.ts';

const { stories } = readDemoContent();
const namesOf = (shots: readonly { name: string }[]) => shots.map(({ name }) => name);
const planOf = ({ shots }: Pick<Story, 'shots'>): Shot[] =>
  shots.flatMap((name) => shotNamed(name) ?? []);

/** A picture of a moment, reduced to every 16th pixel of its luma. */
function glance(name: string, t: number): number[] {
  const picture = new Picture(FRAME.width, FRAME.height);
  shotNamed(name)?.painter()(picture, t);
  const seen: number[] = [];
  for (let y = 8; y < FRAME.height; y += 16)
    for (let x = 8; x < FRAME.width; x += 16) seen.push(picture.bytes[y * FRAME.width + x] ?? 0);
  return seen;
}

const brightness = (seen: readonly number[]) =>
  seen.reduce((sum, luma) => sum + luma, 0) / seen.length;

/** The mean difference of two glances, of 255. */
function difference(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
}

describe('the shots of the demo', () => {
  it('are 24, each found by its name', () => {
    expect(SHOTS).toHaveLength(24);
    expect(new Set(namesOf(SHOTS)).size).toBe(SHOTS.length);
    for (const shot of SHOTS) expect(shotNamed(shot.name)).toBe(shot);
    expect(shotNamed('constructor')).toBeUndefined();
  });

  it('look the same in every size', () => {
    const small = new Picture(FILM.width, FILM.height, undefined, FRAME.width);
    shotNamed('kite')?.painter()(small, 2);
    const large = glance('kite', 2);
    const seen = large.map((_, at) => {
      const x = 8 + (at % 80) * 16;
      const y = 8 + Math.floor(at / 80) * 16;
      const place = (value: number) => Math.floor((value * FILM.width) / FRAME.width);
      return small.bytes[place(y) * FILM.width + place(x)] ?? 0;
    });
    expect(difference(seen, large)).toBeLessThan(3);
  });

  it('cover the whole picture: nothing of the picture before shines through', () => {
    for (const { name, painter } of SHOTS)
      for (const t of [0.2, 7.6, 20.4]) {
        const [dark, light] = [0, 255].map((before) => {
          const picture = new Picture(FILM.width, FILM.height, undefined, FRAME.width);
          picture.bytes.fill(before);
          painter()(picture, t);
          return picture.bytes;
        });
        expect(dark?.equals(light as Buffer), `${name} at ${t} s`).toBe(true);
      }
  });

  it('move, are bright at both ends, and each is a picture of its own', () => {
    const glances = SHOTS.map(({ name }, at) => {
      const [opening, first, last] = [
        glance(name, 0),
        glance(name, 2),
        glance(name, SHOT_SECONDS - 0.1),
      ];
      expect(difference(first, last), name).toBeGreaterThan(0.3);
      // A dark picture at a cut looks like a fault.
      for (const edge of [opening, last]) expect(brightness(edge), name).toBeGreaterThan(45);
      if (at % 8 === 0) expect(glance(name, 2), name).toEqual(first);
      return { name, first };
    });
    const alike = glances.flatMap((one, at) =>
      glances
        .slice(at + 1)
        .filter((other) => difference(one.first, other.first) < 12)
        .map((other) => `${one.name} ~ ${other.name}`),
    );
    expect(alike).toEqual([]);
  });

  it.each<Mood>(['bright', 'groove', 'gentle', 'tense', 'hymn', 'march'])(
    'have %s music in every second, and no sample out of range',
    (mood) => {
      const { left, right } = play(mood, 8);
      for (const side of [left, right]) {
        expect(side.length).toBe(8 * SAMPLE_RATE);
        for (let second = 0; second < 8; second++) {
          const part = side.subarray(second * SAMPLE_RATE, (second + 1) * SAMPLE_RATE);
          const peak = part.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
          expect(peak).toBeGreaterThan(0.01);
          expect(peak).toBeLessThanOrEqual(0.85);
        }
      }
    },
  );
});

/** The words that name what a shot shows. One of them stands in the story that it opens. */
const NAMED: Readonly<Record<string, RegExp>> = {
  'lamp-in-a-window': /lamp|light|candle|night/,
  kitchen: /pot|pan|jar|samp|bread|kitchen|vetkoek|cook/,
  'pot-on-a-fire': /fire|pot|tree|shade|drum/,
  'washing-line': /house|home|door|yard|washing|neighbour/,
  'tea-for-two': /tea|cup|kettle|sofa|question|talk/,
  elephants: /elephant/,
  waterhole: /water hole|cattle|bull/,
  sea: /sea|harbour|tide|fish|coast|shore/,
  farm: /farm|cow|cattle|goat|harvest/,
  'taxi-rank': /taxi|bus/,
  market: /market|stall|shop|street/,
  'street-at-night': /night|street/,
  football: /football|goalkeeper|match|ball/,
  runners: /run|mountain/,
  stage: /stage|stand-up|club|band|microphone/,
  drums: /drum|marimba|tambourine/,
  choir: /choir/,
  'radio-booth': /radio|call|studio|hit|headlines/,
  classroom: /school|class|teach|learn|matric|fraction|name|exercise book/,
  'hopping-hen': /hen|chicken/,
  kite: /kite/,
  sunrise: /morning|wake|sun/,
  'painted-wall': /wall|paint/,
  'night-train': /train|trein/,
};
describe('the film of a title', () => {
  const films = [...Map.groupBy(stories, ({ art }) => art.slug).values()].flatMap(
    ([first]) => first ?? [],
  );

  it('has shots that there are, none twice, and lasts two to six minutes', () => {
    for (const { slug, shots } of stories) {
      expect(
        shots.filter((name) => !shotNamed(name)),
        slug,
      ).toEqual([]);
      expect(new Set(shots).size, slug).toBe(shots.length);
      expect(shots.length * SHOT_SECONDS, slug).toBeGreaterThanOrEqual(120);
      expect(shots.length * SHOT_SECONDS, slug).toBeLessThanOrEqual(360);
    }
    const used = new Set(stories.flatMap(({ shots }) => shots));
    expect(namesOf(SHOTS).filter((name) => !used.has(name))).toEqual([]);
    expect(Object.keys(NAMED).toSorted()).toEqual(namesOf(SHOTS).toSorted());
  });

  it('opens with what its story names', () => {
    const strange = films.flatMap(({ shots, art }) => {
      const lead = shotNamed(shots[0] ?? '');
      const told = stories.filter((story) => story.art.slug === art.slug);
      const text = told.map(({ title, text: own }) => `${title}\n${own}`).join('\n');
      const isNamed = NAMED[lead?.name ?? '']?.test(text.toLowerCase());
      return isNamed ? [] : [`${art.slug}: ${lead?.name}\n${text}`];
    });
    expect(strange).toEqual([]);
  });

  it('is another one for another title, and begins alike in every episode of a show', () => {
    const lists = films.map(({ shots }) => shots.join());
    expect(new Set(lists).size).toBe(lists.length);
    for (const [show, episodes] of Map.groupBy(stories, ({ art }) => art.slug)) {
      expect(new Set(episodes.map(({ shots }) => shots[0])).size, show).toBe(1);
      const [one, two] = episodes;
      if (two) expect(two.shots, show).not.toEqual(one?.shots);
    }
  });

  it('leaves grown-up nights out of what is for children', () => {
    const shown = stories.filter(({ genre }) => genre === 'kids').flatMap(({ shots }) => shots);
    expect(shown.filter((name) => ['street-at-night', 'stage'].includes(name))).toEqual([]);
  });
});

describe('the captions of a story', () => {
  it('spread its sentences over the title, in lines that fit a phone', () => {
    const text =
      'One lamp makes a whole street tell the truth when the power goes off for a week.\nThey sit.';
    expect(captionStory(text, 60)).toBe(
      [
        'WEBVTT',
        '',
        '00:00.600 --> 00:07.267',
        'One lamp makes a whole street tell the',
        'truth when the power goes off for a week.',
        '',
        '00:30.600 --> 00:33.100',
        'They sit.',
        '',
      ].join('\n'),
    );
  });

  it('follow each other and end before the title does, whatever the story', () => {
    for (const { text, slug } of stories) {
      let last = 0;
      for (const [, from, to] of captionStory(text, 122).matchAll(/^(\S+) --> (\S+)$/gm)) {
        expect(time(from), slug).toBeGreaterThan(last);
        expect(time(to), slug).toBeGreaterThan(time(from));
        last = time(to);
      }
      expect(last, slug).toBeLessThan(122);
    }
  });

  it('say of each shot what it shows, in the language of the title', () => {
    const words = readCaptionWords();
    const languages = new Set(stories.map(({ language }) => language));
    expect([...languages].filter((code) => code !== 'en' && !words.has(code))).toEqual([]);
    for (const story of stories) {
      const own = words.get(story.language);
      if (!own) continue;
      const plan = planOf(story);
      const said = captionShots(own, { ...story, tale: story.art.slug }, plan);
      expect(said, story.slug).not.toMatch(/[{}]/);
      expect(said, story.slug).toContain(story.title.split(' ')[0]);
      let last = 0;
      for (const [, from, to] of said.matchAll(/^(\S+) --> (\S+)$/gm)) {
        expect(time(from), story.slug).toBeGreaterThan(last);
        expect(time(to), story.slug).toBeGreaterThan(time(from));
        last = time(to);
      }
      expect(last, story.slug).toBeLessThan(plan.length * SHOT_SECONDS);
    }
  });

  it('tell the story of a title that has one, and of others what their kind and people do', () => {
    const words = readCaptionWords();
    const tell = (slug: string) => {
      const story = stories.find((one) => one.slug === slug);
      const own = words.get(story?.language ?? '');
      if (!story || !own) throw new Error(`no words for ${slug}`);
      const plan = planOf(story);
      return captionShots(own, { ...story, tale: story.art.slug }, plan).replaceAll('\n', ' ');
    };
    expect(tell('isibane')).toMatch(/UGogo Nomathemba ukhanyisa.*kukhanya izinhliziyo/);
    expect(tell('umthunzi-womuthi-s1e2')).toContain('Igxolo selivalekile');
    // A title without a story of its own.
    expect(tell('stokvel-rules')).toMatch(/Lapha umuntu ngamunye|Asiqale ngombuzo/);
    const said = stories.flatMap((story) => {
      const own = words.get(story.language);
      if (!own?.stories) return [];
      return [captionShots(own, { ...story, tale: story.art.slug }, planOf(story))];
    });
    expect(new Set(said).size).toBe(said.length);
  });

  it('have stories for every genre, of titles that there are, in lines that fit', () => {
    for (const [language, { stories: own, titles = {}, openings, endings }] of readCaptionWords()) {
      const tales = Object.entries(titles).map(([slug, sentences]) => {
        const story = stories.find(({ art }) => art.slug === slug);
        expect(story?.language, slug).toBe(language);
        return sentences;
      });
      const all = [...tales, ...Object.values(own ?? {}), openings, endings];
      for (const sentences of all) {
        expect(sentences.length, language).toBeGreaterThan(0);
        for (const sentence of sentences) expect(sentence.length, sentence).toBeLessThanOrEqual(80);
      }
      const inLanguage = stories.filter((story) => story.language === language);
      if (!own) {
        expect(inLanguage.filter(({ art }) => !titles[art.slug])).toEqual([]);
        continue;
      }
      const untold = inLanguage
        .filter((story) => story.names.length === 0)
        .filter((story) => {
          const told = { ...story, tale: story.art.slug };
          const plain = tellingOf({ openings, endings, stories: own, titles }, told, SHOTS);
          return plain.atShots.every((sentence) => sentence === undefined);
        });
      expect(untold.map(({ slug }) => slug)).toEqual([]);
    }
  });

  it('have a sentence for each shot or for each world', () => {
    const worlds = new Set(SHOTS.map(({ world }) => world));
    for (const [language, words] of readCaptionWords()) {
      const lacking = SHOTS.filter(({ name }) => words.shots && !words.shots[name]);
      expect(namesOf(lacking), language).toEqual([]);
      if (words.shots) continue;
      expect([...worlds].filter((world) => !words.worlds?.[world])).toEqual([]);
    }
  });
});

function time(text = ''): number {
  const [minutes = 0, seconds = 0] = text.split(':').map(Number);
  return minutes * 60 + seconds;
}
