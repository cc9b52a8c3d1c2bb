/** What the server tells the studio in its document: no secret, no person. */
export interface StudioSettings {
  readonly brand: string;
  /** The viewers' site. */
  readonly siteUrl: string;
  readonly logo: string | null;
  readonly isDemo: boolean;
}

const DEFAULTS: StudioSettings = { brand: 'Bonisa', siteUrl: '/', logo: null, isDemo: false };

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

function written(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="studio-settings"]');
  return meta?.content || '{}';
}
