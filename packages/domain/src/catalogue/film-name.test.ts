import { describe, expect, it } from 'vitest';
import { endingOf, filmNamed, stemOf } from './film-name.ts';

describe('the name of a film’s file', () => {
  it.each([
    ['The_Lamp (2019) 1080p', { title: 'The Lamp', year: 2019 }],
    ['The.Lamp.2019.1080p.WEB-DL.x264', { title: 'The Lamp', year: 2019 }],
    ['the-long_walk (2024)', { title: 'The long walk', year: 2024 }],
    ['Umuzi [2021]', { title: 'Umuzi', year: 2021 }],
    ['Isibane_ProRes422HQ_25fps_16x9', { title: 'Isibane' }],
    ['2012 (2009)', { title: '2012', year: 2009 }],
    ['Café Émile 4K', { title: 'Café Émile' }],
  ])('%s says title and year, without how it was encoded', (name, said) => {
    expect(filmNamed(name)).toEqual(said);
  });

  it.each([
    ['Soweto 1976', 'Soweto 1976'],
    ['Blade Runner 2049', 'Blade Runner 2049'],
    ['1984', '1984'],
    ['(2019) trailer', '(2019) trailer'],
    ['7de Laan', '7de Laan'],
    ['1080p', '1080p'],
    ['Web of lies', 'Web of lies'],
    ['K', 'K'],
  ])('%s keeps what may belong to its title', (name, title) => {
    expect(filmNamed(name)).toEqual({ title });
  });

  it('ends in small letters after its last dot, and never in a folder’s', () => {
    expect(endingOf('The Lamp.en.SRT')).toBe('.srt');
    expect(endingOf('folder.mp4/lamp')).toBe('');
    expect(endingOf('.mp4')).toBe('');
    expect(stemOf('a.b/The Lamp.en.srt')).toBe('a.b/The Lamp.en');
    expect(stemOf('lamp')).toBe('lamp');
  });
});
