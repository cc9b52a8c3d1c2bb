import type { contentCarousel, contentLegalPage, contentSlide, contentTitle, contentVideo } from '@bonisa/contract/content.calls';
import type { HeroPicture, LegalPage, Picture, Shelf, Slide, TitleCard, VideoPage } from '@bonisa/contract/page-data';
import { pictureSrc, pictureSrcset } from '@bonisa/domain/picture-address';
import type { z } from 'zod';

/** What pages are made from, in the content API's own words. No I/O. */

type ContentTitle = z.input<typeof contentTitle>;

function contentPicture(picture: Picture) {
  const { width, height, placeholder } = picture;
  return { src: pictureSrc(picture, width), avif: pictureSrcset(picture, 'avif'), webp: pictureSrcset(picture, 'webp'), width, height, placeholder };
}

function contentHero({ tall, wide }: HeroPicture) {
  return { tall: contentPicture(tall), wide: contentPicture(wide) };
}

export function titleContent(card: TitleCard): ContentTitle {
  const { kind, id, slug, title, genre, year, rating, language, durationSeconds, megabytes, accent, poster, landscape } = card;
  return {
    kind,
    id,
    slug,
    title,
    genre: genre.title,
    year,
    rating: { age: rating.age, advice: [...rating.advice] },
    language,
    duration: durationSeconds,
    megabytes,
    accent,
    poster: contentPicture(poster),
    landscape: contentPicture(landscape),
  };
}

export function slideContent(slide: Slide): z.input<typeof contentSlide> {
  return { ...titleContent(slide), eyebrow: slide.eyebrow, synopsis: slide.synopsis, hero: contentHero(slide.hero) };
}

export function carouselContent({ id, slug, title, format, items }: Shelf): z.input<typeof contentCarousel> {
  return { id, slug, title, format, items: items.map(titleContent) };
}

export function videoContent(video: VideoPage): z.input<typeof contentVideo> {
  const { synopsis, description, languages, captions, channel, category, hero, shareImage, rungs, publishedAt } = video;
  return {
    ...titleContent(video),
    synopsis,
    description,
    languages: [...languages],
    captions: [...captions],
    channel,
    category,
    hero: contentHero(hero),
    share_image: shareImage,
    rungs: [...rungs],
    published_at: publishedAt,
  };
}

export function legalContent({ title, version, notice, sections }: LegalPage): z.input<typeof contentLegalPage> {
  return { title, version, notice, sections: sections.map(({ anchor, heading, paragraphs }) => ({ anchor, heading, paragraphs: [...paragraphs] })) };
}
