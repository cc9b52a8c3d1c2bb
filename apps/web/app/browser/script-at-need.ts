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
]);

/** What is needed of a rendered page. */
interface RenderedPage {
  readonly matches: readonly { readonly route: { readonly id: string } }[];
  readonly errors: object | null;
}

/**
 * Whether a page loads its script at need only. Never where it shows an error, nor for an operator
 * with a tag manager, which the script loads.
 */
export function loadsScriptAtNeed(
  { matches, errors }: RenderedPage,
  tagManager: string | undefined,
): boolean {
  return !errors && !tagManager && AT_NEED.has(matches.at(-1)?.route.id ?? '');
}
