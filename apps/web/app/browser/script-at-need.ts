/** Where the sign-up begins: a field, for which the viewer needs no script before a touch. */
const NUMBER_SCREEN = 'flow/enter-number.route';

/**
 * The routes whose pages show a visitor everything without a script. Such a page loads its script
 * when a visit or a press needs it (`browser/first-need.ts`), all others as soon as they are
 * painted.
 */
export const AT_NEED: ReadonlySet<string> = new Set([
  'routes/home.route',
  'routes/channels.route',
  'routes/channel.route',
  'routes/category.route',
  'routes/show.route',
  'routes/episode.route',
  'routes/video.route',
  'routes/genre.route',
  'routes/person.route',
  'routes/terms.route',
  'routes/privacy.route',
  'routes/not-found.route',
  'profile/profile-menu.route',
  NUMBER_SCREEN,
]);

/** What is needed of a rendered page. */
interface RenderedPage {
  readonly matches: readonly { readonly route: { readonly id: string } }[];
  readonly errors: object | null;
}

/** The texts of the inline scripts that run until a page needs its script. */
interface UntilNeed {
  readonly browsing: string;
  readonly number: string;
}

/**
 * The inline script of a page that loads its script at need only; '' where it loads at once: where
 * a page shows an error, for an operator with a tag manager, which the script loads, and elsewhere.
 */
export function untilNeedOf(
  { matches, errors }: RenderedPage,
  tagManager: string | undefined,
  { browsing, number }: UntilNeed,
): string {
  const id = matches.at(-1)?.route.id ?? '';
  if (errors || tagManager || !AT_NEED.has(id)) return '';
  return id === NUMBER_SCREEN ? number : browsing;
}
