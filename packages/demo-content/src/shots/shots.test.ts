import { describe, expect, it } from 'vitest';
import { Picture } from '../clips/raster.ts';
import { FRAME } from '../clips/scenes/scene.ts';
import { SAMPLE_RATE } from '../clips/synth.ts';
import { readDemoContent } from '../demo-content.ts';
import { readCaptionWords, tellingOf } from './caption-words.ts';
import type { Mood } from './shot.ts';
import { REELS, SHOTS, shotNamed } from './shots.ts';
import { play } from './songs.ts';
import { captionShots, captionStory } from './story-captions.ts';
import { EMBLEM_SHOTS, planTitle, shotsOf } from './title-plan.ts';

const { stories, catalogue } = readDemoContent();
const genres = catalogue.genres.map(({ slug }) => slug);
const secondsOf = (shots: readonly { seconds: number }[]) =>
  shots.reduce((sum, { seconds }) => sum + seconds, 0);
const namesOf = (shots: readonly { name: string }[]) => shots.map(({ name }) => name);

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
  it('are at least 40 of 6 to 10 seconds, in reels, each found by its name', () => {
    expect(SHOTS.length).toBeGreaterThanOrEqual(40);
    expect(new Set(namesOf(SHOTS)).size).toBe(SHOTS.length);
    expect(REELS.flat()).toEqual(SHOTS);
    for (const shot of SHOTS) {
      expect([6, 8, 10], shot.name).toContain(shot.seconds);
      expect(shotNamed(shot.name)).toBe(shot);
    }
    expect(shotNamed('constructor')).toBeUndefined();
  });

  it('move, are bright at both ends, and each is a picture of its own', () => {
    const glances = SHOTS.map(({ name, seconds }, at) => {
      const [opening, first, last] = [
        glance(name, 0),
        glance(name, 2),
        glance(name, seconds - 0.1),
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

describe('the plan of a title', () => {
  it('lasts two to six minutes, repeats no shot, and is the same for the same slug', () => {
    for (const story of stories) {
      const plan = planTitle(story, SHOTS);
      expect(secondsOf(plan), story.slug).toBeGreaterThanOrEqual(120);
      expect(secondsOf(plan), story.slug).toBeLessThanOrEqual(360);
      expect(new Set(plan).size, story.slug).toBe(plan.length);
      expect(planTitle(story, SHOTS)).toEqual(plan);
    }
  });

  it('takes shots of its genre alone once all are there', () => {
    for (const genre of genres) {
      const fitting = new Set(shotsOf(genre, SHOTS));
      const plan = planTitle({ slug: 'any', genre }, SHOTS);
      expect(
        plan.filter((shot) => !fitting.has(shot)),
        genre,
      ).toEqual([]);
    }
    const kids = planTitle({ slug: 'any', genre: 'kids' }, SHOTS);
    expect(kids.filter(({ world }) => ['night', 'work', 'stage'].includes(world))).toEqual([]);
  });

  it('opens with what the emblem of the title promises, and in the kids’ world with kids’ shots', () => {
    const opens = (genre: string, emblem: string) =>
      planTitle({ slug: 'any', genre, emblem }, SHOTS)[0]?.name;
    expect(opens('drama', 'ball')).toBe('football');
    expect(opens('comedy', 'radio')).toBe('radio-booth');
    expect(opens('kids', 'fish')).toBe('fish');
    expect(shotNamed(opens('kids', 'lamp') ?? '')?.world).toBe('kids');
    expect(opens('drama', 'constructor')).toBe(opens('drama', 'none'));
    const promised = Object.values(EMBLEM_SHOTS).flat();
    expect(promised.filter((name) => !shotNamed(name))).toEqual([]);
  });

  it('plays shots with the same music one after the other', () => {
    for (const story of stories) {
      const moods = planTitle(story, SHOTS).map(({ mood }) => mood);
      const changes = moods.filter((mood, at) => at > 0 && mood !== moods[at - 1]);
      expect(changes.length, story.slug).toBe(new Set(moods).size - 1);
    }
  });

  it('has the music of its genre', () => {
    const shareOf = (genre: string, mood: Mood) => {
      const plans = stories
        .filter((one) => one.genre === genre)
        .map((one) => planTitle(one, SHOTS));
      const shots = plans.flat();
      return secondsOf(shots.filter((shot) => shot.mood === mood)) / secondsOf(shots);
    };
    for (const [mood, of, against] of [
      ['hymn', 'gospel', 'comedy'],
      ['tense', 'thriller', 'food'],
      ['march', 'sport', 'romance'],
      ['groove', 'music', 'nature'],
      ['bright', 'kids', 'crime'],
      ['gentle', 'nature', 'music'],
    ] as const)
      expect(shareOf(of, mood), `${mood} of ${of}`).toBeGreaterThan(2 * shareOf(against, mood));
  });

  it('is nearly always another one for another title of the genre', () => {
    const plans = stories.map((story) => namesOf(planTitle(story, SHOTS)).join());
    expect(new Set(plans).size).toBeGreaterThan(plans.length * 0.98);
  });

  it('makes a shorter title of few shots, and none of none', () => {
    const few = planTitle({ slug: 'any', genre: 'kids' }, REELS[0] ?? []);
    expect(namesOf(few).sort()).toEqual(namesOf(REELS[0] ?? []).sort());
    expect(planTitle({ slug: 'any', genre: 'kids' }, [])).toEqual([]);
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
      const plan = planTitle(story, SHOTS);
      const said = captionShots(own, { ...story, tale: story.art.slug }, plan, 4);
      expect(said, story.slug).not.toMatch(/[{}]/);
      expect(said, story.slug).toContain(story.title.split(' ')[0]);
      let last = 0;
      for (const [, from, to] of said.matchAll(/^(\S+) --> (\S+)$/gm)) {
        expect(time(from), story.slug).toBeGreaterThan(last);
        expect(time(to), story.slug).toBeGreaterThan(time(from));
        last = time(to);
      }
      expect(last, story.slug).toBeLessThan(secondsOf(plan) + 4);
    }
  });

  it('tell the story of a title that has one, and of others what their kind and people do', () => {
    const words = readCaptionWords();
    const tell = (slug: string) => {
      const story = stories.find((one) => one.slug === slug);
      const own = words.get(story?.language ?? '');
      if (!story || !own) throw new Error(`no words for ${slug}`);
      const plan = planTitle(story, SHOTS);
      return captionShots(own, { ...story, tale: story.art.slug }, plan, 4).replaceAll('\n', ' ');
    };
    expect(tell('isibane')).toMatch(/UGogo Nomathemba ukhanyisa.*kukhanya izinhliziyo/);
    expect(tell('umthunzi-womuthi-s1e2')).toContain('Igxolo selivalekile');
    // A title without a story of its own.
    expect(tell('stokvel-rules')).toMatch(/Lapha umuntu ngamunye|Asiqale ngombuzo/);
    const said = stories.flatMap((story) => {
      const own = words.get(story.language);
      if (!own?.stories) return [];
      return [captionShots(own, { ...story, tale: story.art.slug }, planTitle(story, SHOTS), 4)];
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
