import type { OpenDatabase } from '../../platform/database/database.ts';
import {
  ASSET,
  createTestCatalogue,
  mediaReady,
  type TestCatalogue,
  video,
} from '../catalogue.test-kit.ts';

export type TestSearch = TestCatalogue;

/** An empty catalogue with its search, on a database that is emptied first. */
export async function createTestSearch(open: OpenDatabase): Promise<TestSearch> {
  return await createTestCatalogue(open);
}

/** A small catalogue with names that are easily confused. */
export async function fillForSearch({ catalogue }: TestCatalogue): Promise<void> {
  await catalogue.change(async (editor) => {
    for (const [slug, title] of [
      ['drama', 'Drama'],
      ['nature', 'Nature'],
    ] as const) {
      await editor.createGenre({ slug, title });
    }
    for (const [slug, name] of [
      ['nomsa-khumalo', 'Nomsa Khumalo'],
      ['elodie-moreau', 'Élodie Môreau'],
    ] as const) {
      await editor.createPerson({ slug, name });
    }
    const channel = { description: 'Far and near.', published: true, genre: 'drama' };
    await editor.createChannel({
      ...channel,
      slug: 'ekhaya',
      title: 'Ekhaya',
      tagline: 'Stories from home.',
    });
    await editor.createChannel({
      ...channel,
      slug: 'veld',
      title: 'Veld en See',
      tagline: 'Out there.',
      position: 1,
    });
    await editor.createCategory({
      channel: 'veld',
      slug: 'rivers',
      title: 'Rivers',
      tagline: 'All water.',
      genre: 'nature',
      published: true,
    });
    const titles = [
      ['isibane', 'Isibane'],
      ['isibane-sethu', 'Isibane Sethu'],
      ['our-isibane', 'Our Isibane'],
      ['river-sunrise', 'River Sunrise'],
      ['sunrise', 'Sun Rise'],
      ['the-long-river', 'The Long River'],
      ['jozi', "Jo'burg: Night-Shift"],
      ['tshivhidzo', 'Tshivhiḓzo tsha Ḽifhasi'],
      ['more', 'Môre is nog ’n dag'],
    ] as const;
    for (const [slug, title] of titles) {
      const credits =
        slug === 'sunrise' ? [{ person: 'nomsa-khumalo', role: 'cast' as const }] : [];
      await editor.createVideo(
        video({ slug, title, credits, synopsis: 'Nothing.', description: 'Nothing at all.' }),
      );
    }
    const { assetId: _, ...show } = video({
      slug: 'the-shore',
      title: 'The Shore',
      channel: 'veld',
      category: 'rivers',
      genre: 'nature',
    });
    await editor.createShow({
      ...show,
      synopsis: 'A lighthouse keeper.',
      description: 'Somebody keeps an isibane.',
      credits: [{ person: 'elodie-moreau', role: 'director' }],
    });
    await editor.createSeason({ show: 'the-shore', ordinal: 1, published: true });
    for (const [ordinal, slug, title] of [
      [1, 'tide', 'High Tide'],
      [2, 'ebb', 'Ebb'],
      [3, 'ebb-again', 'Ebb'],
    ] as const) {
      const told = { synopsis: 'The sea.', description: 'The sea comes and goes.' };
      await editor.createEpisode({
        show: 'the-shore',
        season: 1,
        ordinal,
        slug,
        title,
        ...told,
        assetId: ASSET,
        published: true,
      });
    }
  });
  await mediaReady(catalogue);
}
