import { z } from 'zod';
import {
  categoryInput,
  channelInput,
  checked,
  episodeInput,
  genreInput,
  liveCategoryInput,
  liveChannelInput,
  personInput,
  seasonInput,
  shelfInput,
  showInput,
  slideInput,
  videoInput,
} from './catalogue.input.ts';
import type { CatalogueService } from './catalogue.service.ts';

/** A whole catalogue as data. An entry may refer to any entry of another list by slug. */
const catalogueContent = z.strictObject({
  genres: z.array(genreInput),
  people: z.array(personInput),
  channels: z.array(channelInput),
  categories: z.array(categoryInput),
  shows: z.array(showInput),
  seasons: z.array(seasonInput),
  episodes: z.array(episodeInput),
  videos: z.array(videoInput),
  shelves: z.array(shelfInput),
  slides: z.array(slideInput),
  liveCategories: z.array(liveCategoryInput),
  liveChannels: z.array(liveChannelInput),
});

export type CatalogueContent = z.output<typeof catalogueContent>;

/**
 * Checks a catalogue that comes from a file. Throws the AppError `invalid_request`, which names
 * each wrong field with its place, such as `videos.12.synopsis`.
 */
export function checkedContent(content: unknown): CatalogueContent {
  return checked(catalogueContent, content);
}

/**
 * Writes a whole catalogue in one change, through the editor. Returns `false` and changes nothing
 * if the catalogue has a channel already. Throws what the editor throws, and then writes nothing.
 */
export async function importContent(
  catalogue: Pick<CatalogueService, 'isEmpty' | 'change'>,
  content: CatalogueContent,
): Promise<boolean> {
  if (!(await catalogue.isEmpty())) return false;
  await catalogue.change(async (editor) => {
    for (const genre of content.genres) await editor.createGenre(genre);
    for (const person of content.people) await editor.createPerson(person);
    for (const channel of content.channels) await editor.createChannel(channel);
    for (const category of content.categories) await editor.createCategory(category);
    for (const show of content.shows) await editor.createShow(show);
    for (const season of content.seasons) await editor.createSeason(season);
    for (const episode of content.episodes) await editor.createEpisode(episode);
    for (const video of content.videos) await editor.createVideo(video);
    for (const shelf of content.shelves) await editor.createShelf(shelf);
    for (const slide of content.slides) await editor.createSlide(slide);
    for (const category of content.liveCategories) await editor.createLiveCategory(category);
    for (const channel of content.liveChannels) await editor.createLiveChannel(channel);
  });
  return true;
}
