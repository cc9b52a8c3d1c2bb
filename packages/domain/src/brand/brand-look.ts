import { type Colour, channelsOf, contrastRatio, mixColours } from '../colour.ts';

/** The colours of a brand, by what they are for. Only the first three must be given. */
export interface BrandColours {
  /** The ground of every page: dark, since the design is. */
  readonly page: Colour;
  readonly text: Colour;
  /** Buttons, marks and focus; words on it have the colour of the page. */
  readonly accent: Colour;
  /** Cards and fields. */
  readonly surface?: Colour | undefined;
  /** What lies on a surface. */
  readonly raised?: Colour | undefined;
  /** The ground of ornaments. */
  readonly band?: Colour | undefined;
  /** Words of less weight. */
  readonly quietText?: Colour | undefined;
  /** Warnings and the large shapes of ornaments. */
  readonly highlight?: Colour | undefined;
}

/** The design tokens that a brand's colours stand for (`apps/web/app/design/tokens.css`). */
export type BrandTokens = Readonly<Record<`--color-${string}`, Colour>>;

/** How much of a picture shows through a button that lies on it, in hexadecimal. */
const GLASS = { rest: 'cc', bright: 'e6' };

/** The tokens of a brand; what it does not give is mixed from the three colours that it must. */
export function tokensOf(colours: BrandColours): BrandTokens {
  const { page, text, accent } = colours;
  const surface = colours.surface ?? mixColours(page, text, 0.05);
  const raised = colours.raised ?? mixColours(page, text, 0.1);
  const quiet = colours.quietText ?? mixColours(text, page, 0.2);
  const highlight = colours.highlight ?? mixColours(accent, text, 0.25);
  return {
    '--color-ink': page,
    '--color-night': surface,
    '--color-dusk': raised,
    '--color-bar': mixColours(surface, text, 0.05),
    '--color-bar-pressed': mixColours(surface, text, 0.2),
    '--color-glass': `${mixColours(surface, text, 0.06)}${GLASS.rest}`,
    '--color-glass-bright': `${mixColours(surface, text, 0.2)}${GLASS.bright}`,
    '--color-plum': colours.band ?? mixColours(page, accent, 0.25),
    '--color-bone': text,
    '--color-quiet': quiet,
    '--color-faint': mixColours(quiet, page, 0.15),
    '--color-edge': mixColours(quiet, page, 0.35),
    '--color-warning': mixColours(highlight, text, 0.5),
    '--color-ochre': accent,
    '--color-ochre-deep': mixColours(accent, page, 0.12),
    '--color-ochre-bright': mixColours(accent, text, 0.25),
    '--color-sunset': highlight,
    '--color-protea': highlight,
    '--color-teal': accent,
    '--color-sky': accent,
  };
}

/** Pairs that are read: [words, ground, least contrast]. WCAG 2.2, 1.4.3 and 1.4.11. */
const READ = [
  ['--color-bone', '--color-ink', 7, 'text on page'],
  ['--color-bone', '--color-night', 4.5, 'text on surface'],
  ['--color-bone', '--color-dusk', 4.5, 'text on raised'],
  ['--color-bone', '--color-plum', 4.5, 'text on band'],
  ['--color-quiet', '--color-ink', 4.5, 'quietText on page'],
  ['--color-quiet', '--color-night', 4.5, 'quietText on surface'],
  ['--color-quiet', '--color-dusk', 4.5, 'quietText on raised'],
  ['--color-faint', '--color-night', 4.5, 'quietText on surface, as a placeholder'],
  ['--color-warning', '--color-ink', 4.5, 'highlight on page, as a warning'],
  ['--color-ochre', '--color-ink', 4.5, 'accent on page'],
  ['--color-ochre', '--color-night', 4.5, 'accent on surface'],
  ['--color-ochre-deep', '--color-ink', 4.5, 'accent on page, pressed'],
  ['--color-ochre-bright', '--color-ink', 4.5, 'accent on page, under the pointer'],
  ['--color-sunset', '--color-ink', 3, 'highlight on page'],
  ['--color-edge', '--color-night', 3, 'the edge of a field on surface'],
] as const;

/** The contrast between the page and white: the design's veils are white. */
const DARK_ENOUGH = 12;

/** How well one pair of colours is read. */
export interface ReadContrast {
  readonly name: string;
  readonly has: number;
  readonly least: number;
  readonly words: Colour;
  readonly ground: Colour;
}

/** The contrast of every pair that is read. */
export function contrastsOf(tokens: BrandTokens): readonly ReadContrast[] {
  return READ.map(([text, on, least, name]) => {
    const [words, ground] = [tokens[text] as Colour, tokens[on] as Colour];
    return { name, has: contrastRatio(words, ground), least, words, ground };
  });
}

/** What cannot be read in these colours: one sentence each, with the contrast that it has. */
export function contrastProblems(colours: BrandColours): string[] {
  const unread = contrastsOf(tokensOf(colours)).flatMap(({ name, has, least }) =>
    has >= least
      ? []
      : [`${name} has a contrast of ${has.toFixed(1)}, and needs at least ${least}`],
  );
  const ground = contrastRatio(colours.page, '#ffffff');
  return ground >= DARK_ENOUGH
    ? unread
    : [`page must be dark: its contrast to white is ${ground.toFixed(1)}, not ${DARK_ENOUGH}`];
}

/** The style sheet that puts a brand's colours in the place of the design's own. */
export function styleOf(tokens: BrandTokens, fontAddress: string | undefined): string {
  const ink = channelsOf(tokens['--color-ink'] as Colour).join(' ');
  const own = Object.entries({ ...tokens, '--ink': ink }).map(
    ([name, value]) => `${name}:${value}`,
  );
  const face =
    fontAddress === undefined
      ? ''
      : `@font-face{font-family:"Brand Display";font-display:swap;font-weight:400 900;src:url("${fontAddress}") format("woff2")}`;
  const font =
    fontAddress === undefined ? [] : ['--font-display:"Brand Display",system-ui,sans-serif'];
  return `${face}:root:root{${[...own, ...font].join(';')}}.step-band{background:url("${bandOf(tokens)}") 0 0/6rem 2.5rem round}`;
}

/** The stepped band (`step-band` in the design) in a brand's colours, as a data address. */
export function bandOf(tokens: BrandTokens): string {
  const [ink, plum, sunset, bone, ochre] = ['ink', 'plum', 'sunset', 'bone', 'ochre'].map((name) =>
    (tokens[`--color-${name}`] as Colour).replace('#', '%23'),
  );
  const step = (d: string, fill: string | undefined) =>
    `%3Cpath d='${d}' fill='${fill}' stroke='${ink}' stroke-width='4'/%3E`;
  return `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 96 40' width='96' height='40' preserveAspectRatio='none'%3E%3Cpath fill='${plum}' d='M0 0h96v40H0z'/%3E${step('M0 42V28h12V16h12V4h48v12h12v12h12v14z', sunset)}${step('M24 42V30h12V18h24v12h12v12z', bone)}${step('M48 20l9 11-9 11-9-11z', ochre)}%3C/svg%3E`;
}
