/** What the server tells the studio in its document: no secret, no person. */
export interface StudioSettings {
  readonly brand: string;
  /** The viewers' site. */
  readonly siteUrl: string;
  readonly logo: string | null;
  readonly isDemo: boolean;
  /** The names of the configured carriers by their ids. */
  readonly carriers: Readonly<Record<string, string>>;
}

const DEFAULTS: StudioSettings = {
  brand: 'Bonisa',
  siteUrl: '/',
  logo: null,
  isDemo: false,
  carriers: {},
};

let settings: StudioSettings | undefined;

/** The settings of this document. */
export function studioSettings(): StudioSettings {
  settings ??= { ...DEFAULTS, ...(JSON.parse(written()) as Partial<StudioSettings>) };
  return settings;
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
