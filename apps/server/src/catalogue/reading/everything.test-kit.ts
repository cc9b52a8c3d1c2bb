import type { CatalogueService } from '../catalogue.service.ts';
import { ASSET, fill, mediaReady, OTHER_ASSET, video } from '../catalogue.test-kit.ts';

/** Media for one entry alone: the test can remove it. */
export const EPISODE_ASSET = '01890000-0000-7000-8000-000000000003';

/**
 * One entry of each kind, named by a word that no other entry has, in the channel `ekhaya` in
 * addition to {@link fill}: the video `mvula`, the show `indaba` with the seasons 2, 1 and 0
 * (created in this order), its first episode `khanyisa`, the person `thandeka`, the category
 * `imindeni`, the shelves `phezulu` (home) and `phansi` (channel), and the live channel `ukhozi` in
 * the live category `izindaba`.
 */
export async function fillEverything(catalogue: CatalogueService): Promise<void> {
  await fill(catalogue);
  await catalogue.change(async (editor) => {
    await editor.createGenre({ slug: 'umlando', title: 'History' });
    await editor.createPerson({ slug: 'thandeka', name: 'Thandeka Ngubane' });
    await editor.createCategory({
      channel: 'ekhaya',
      slug: 'imindeni',
      title: 'Families',
      tagline: 'All ages.',
      genre: 'drama',
      published: true,
    });
    const by = (character: string) => [
      { person: 'thandeka', role: 'cast' as const, character },
      { person: 'thandeka', role: 'writer' as const },
    ];
    const common = { category: 'imindeni', genre: 'umlando' };
    await editor.createVideo(
      video({
        slug: 'mvula',
        title: 'Rain',
        ...common,
        assetId: OTHER_ASSET,
        year: 2020,
        credits: by('Ma Zulu'),
      }),
    );
    const { assetId: _, ...show } = video({
      slug: 'indaba',
      title: 'The Matter',
      ...common,
      year: 2024,
      credits: by('Auntie'),
    });
    await editor.createShow(show);
    for (const ordinal of [2, 1, 0])
      await editor.createSeason({ show: 'indaba', ordinal, published: true });
    const episode = {
      show: 'indaba',
      synopsis: 'A word.',
      description: 'A word is said.',
      published: true,
    };
    for (const [slug, season, ordinal, assetId] of [
      ['isibili-a', 2, 1, ASSET],
      ['isiqalo-b', 1, 2, ASSET],
      ['khanyisa', 1, 1, EPISODE_ASSET],
      ['okunye-a', 0, 1, ASSET],
      ['isibili-b', 2, 2, ASSET],
    ] as const) {
      await editor.createEpisode({
        ...episode,
        slug,
        season,
        ordinal,
        assetId,
        title: `Part ${season}.${ordinal}`,
      });
    }
    const shelf = { format: 'landscape' as const, titles: ['indaba', 'mvula'], published: true };
    await editor.createShelf({
      ...shelf,
      slug: 'phezulu',
      title: 'Above',
      titles: ['indaba', 'throw', 'mvula'],
      position: 1,
    });
    await editor.createShelf({ ...shelf, slug: 'phansi', title: 'Below', channel: 'ekhaya' });
    await editor.createSlide({ title: 'indaba', eyebrow: 'A show', published: true, position: 1 });
    await editor.createSlide({ title: 'mvula', eyebrow: 'A film', published: true, position: 2 });
    await editor.createLiveCategory({ slug: 'izindaba', title: 'News', published: true });
    await editor.createLiveCategory({
      slug: 'ezinye',
      title: 'Others',
      published: true,
      position: 1,
    });
    const slot = { synopsis: 'What is new.', ratingAge: 'PG' as const, ratingAdvice: [] };
    const live = {
      tagline: 'All day.',
      description: 'All day long.',
      genre: 'drama',
      languages: ['zu'],
      published: true,
      slots: [0, 1, 2, 3, 4, 5, 6].flatMap((day) => [
        { ...slot, startsAt: day * 1440, minutes: 720, title: `Morning ${day}` },
        { ...slot, startsAt: day * 1440 + 720, minutes: 600, title: `Evening ${day}` },
      ]),
    };
    await editor.createLiveChannel({
      ...live,
      slug: 'ukhozi',
      title: 'Eagle',
      category: 'izindaba',
      headline: 'Now on air',
    });
    await editor.createLiveChannel({
      ...live,
      slug: 'inkanyezi',
      title: 'Star',
      category: 'ezinye',
      slots: [],
    });
  });
  await mediaReady(catalogue);
  await mediaReady(catalogue, OTHER_ASSET);
  await mediaReady(catalogue, EPISODE_ASSET);
}
