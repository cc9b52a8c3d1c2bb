/**
 * Words that mean the same to a person who searches: other names, and the words of South Africa's
 * other languages. Folded as the search folds words: lower case, no accents.
 */
const ALIKE: readonly (readonly string[])[] = [
  ['football', 'soccer', 'sokker', 'voetbal', 'ibhola', 'bhola', 'bolo'],
  ['sport', 'sports', 'ezemidlalo', 'imidlalo', 'dipapadi'],
  ['news', 'nuus', 'izindaba', 'iindaba', 'ditaba', 'dikgang', 'mafhungo'],
  ['film', 'films', 'movie', 'movies', 'fliek', 'flieks', 'bioskoop'],
  ['kids', 'children', 'kinders', 'izingane', 'abantwana', 'bana'],
  ['music', 'musiek', 'umculo', 'mmino', 'mino', 'vuyimbeleri'],
  ['choir', 'choirs', 'koor', 'kore', 'ikwaya', 'ikwayara', 'khwaere'],
  ['comedy', 'comedies', 'komedie', 'laughs', 'amahlaya', 'metlae'],
  ['documentary', 'documentaries', 'dokumenter', 'dokumenters'],
  ['wedding', 'weddings', 'troue', 'bruilof', 'umshado', 'umtshato', 'lenyalo'],
  ['love', 'romance', 'liefde', 'uthando', 'lerato', 'rirhandzu'],
  ['cooking', 'kitchen', 'food', 'kos', 'ukupheka', 'ukudla', 'dijo'],
  ['school', 'skool', 'isikole', 'isikolo', 'sekolo'],
  ['church', 'gospel', 'kerk', 'isonto', 'icawa', 'kereke'],
  ['story', 'stories', 'storie', 'indaba', 'ibali', 'pale'],
  ['history', 'umlando', 'imbali', 'geskiedenis', 'nalane'],
  ['nature', 'imvelo', 'indalo', 'natuur', 'tlhaho'],
  ['crime', 'ubugebengu', 'misdaad', 'botlokotsebe'],
  ['drama', 'idrama', 'terama'],
  ['wildlife', 'animals', 'diere', 'izilwane', 'izilwanyana', 'diphoofolo'],
];

const BY_WORD = new Map<string, readonly string[]>();
for (const words of ALIKE)
  for (const word of words)
    BY_WORD.set(word, [
      ...new Set([...(BY_WORD.get(word) ?? []), ...words.filter((other) => other !== word)]),
    ]);

/** Every word that has others which mean the same. */
export const SYNONYM_WORDS: readonly string[] = [...BY_WORD.keys()];

/** Fewer letters begin words of too many things. */
const LEAST_BEGUN = 4;

/** The other words that mean the same as a folded word; empty for most words. */
export function synonymsOf(word: string): readonly string[] {
  return BY_WORD.get(word) ?? [];
}

/** The words that mean the same as those that a half-typed word begins, with themselves. */
export function synonymsBegunBy(begun: string): readonly string[] {
  if (begun.length < LEAST_BEGUN) return synonymsOf(begun);
  const meant = SYNONYM_WORDS.filter((word) => word.startsWith(begun));
  return [...new Set(meant.flatMap((word) => [word, ...synonymsOf(word)]))].filter(
    (word) => word !== begun,
  );
}
