/** What the server tells the studio in its document: no secret, no person. */
export interface StudioSettings {
  readonly brand: string;
  /** The viewers' site. */
  readonly siteUrl: string;
  readonly logo: string | null;
  readonly isDemo: boolean;
  /** The product's time when the document was sent. */
  readonly now: string | null;
  /** The names of the configured carriers by their ids. */
  readonly carriers: Readonly<Record<string, string>>;
}

const DEFAULTS: StudioSettings = {
  brand: 'Bonisa',
  siteUrl: '/',
  logo: null,
  isDemo: false,
  now: null,
  carriers: {},
};

let settings: StudioSettings | undefined;
/** How far the product's clock is ahead of the browser's, in milliseconds. */
let ahead: number | undefined;

/** The settings of this document. */
export function studioSettings(): StudioSettings {
  settings ??= { ...DEFAULTS, ...(JSON.parse(written()) as Partial<StudioSettings>) };
  return settings;
}

/**
 * Now, by the product's clock: a browser's may be wrong, and reports and times are the product's.
 * The main module calls it first, as soon as the document is there.
 */
export function productNow(): Date {
  const { now } = studioSettings();
  ahead ??= now === null ? 0 : Date.parse(now) - Date.now();
  return new Date(Date.now() + ahead);
}

/** `Bonisa studio`. */
export function studioName(): string {
  return `${studioSettings().brand} studio`;
}

/** A carrier's name for people; its id where it is not configured any more. */
export function carrierName(id: string): string {
  const { carriers } = studioSettings();
  return (Object.hasOwn(carriers, id) && carriers[id]) || id;
}

function written(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="studio-settings"]');
  return meta?.content || '{}';
}
