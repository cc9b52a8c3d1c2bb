import { describe, expect, it } from 'vitest';
import { absoluteAddress, pictureAddress, pictureSrc, pictureSrcset } from './picture-address.ts';

const picture = { base: '/pictures/poster/isibane-1f0c9a2e', widths: [240, 360, 480] };

describe('picture addresses', () => {
  it('name width and format', () =>
    expect(pictureAddress(picture.base, 240, 'avif')).toBe(
      '/pictures/poster/isibane-1f0c9a2e-240.avif',
    ));

  it('list every width for srcset', () =>
    expect(pictureSrcset(picture, 'webp')).toBe(
      '/pictures/poster/isibane-1f0c9a2e-240.webp 240w, /pictures/poster/isibane-1f0c9a2e-360.webp 360w, /pictures/poster/isibane-1f0c9a2e-480.webp 480w',
    ));

  it('are absolute for other programs, of the site or of a CDN', () => {
    expect(absoluteAddress('https://tv.example', '/a.webp')).toBe('https://tv.example/a.webp');
    expect(absoluteAddress('https://tv.example', 'https://cdn.example/a.webp')).toBe(
      'https://cdn.example/a.webp',
    );
  });

  it('fall back to the next larger width, or the largest', () => {
    expect(pictureSrc(picture, 300)).toBe('/pictures/poster/isibane-1f0c9a2e-360.webp');
    expect(pictureSrc(picture, 2000)).toBe('/pictures/poster/isibane-1f0c9a2e-480.webp');
    expect(() => pictureSrc({ base: '/x', widths: [] }, 1)).toThrow(RangeError);
  });
});
