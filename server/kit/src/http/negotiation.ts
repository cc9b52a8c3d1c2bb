export type Encoding = 'br' | 'gzip' | 'identity';

/** Browsers send few different values; a client that invents values fills no memory. */
const MOST_VALUES = 64;
const LONGEST_VALUE = 100;
const chosen = new Map<string, Encoding>();

/**
 * The best of our encodings that `accept-encoding` allows; a quality of zero refuses an encoding.
 */
export function chooseEncoding(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity';
  const known = chosen.get(accepted);
  if (known) return known;
  const encoding = readAccepted(accepted);
  if (chosen.size < MOST_VALUES && accepted.length <= LONGEST_VALUE) chosen.set(accepted, encoding);
  return encoding;
}

/** Whether `accept-encoding` allows gzip, perhaps beside better ones. */
export function allowsGzip(accepted: string | undefined): boolean {
  return accepted !== undefined && namedIn(accepted).has('gzip');
}

function readAccepted(accepted: string): Encoding {
  const allowed = namedIn(accepted);
  if (allowed.has('br')) return 'br';
  return allowed.has('gzip') ? 'gzip' : 'identity';
}

function namedIn(accepted: string): ReadonlySet<string | undefined> {
  return new Set(
    accepted
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((one) => one.trim()))
      .filter(([, quality]) => isAllowed(quality))
      .map(([name]) => name),
  );
}

/** Whether a quality such as `q=0.5` is above 0. Split by hand: a header may be long spaces. */
function isAllowed(quality: string | undefined): boolean {
  const [name = '', value] = quality?.split('=') ?? [];
  return value === undefined || name.trim() !== 'q' || Number(value) > 0;
}

/** Whether `if-none-match` names this entity tag, weak or strong, with any encoding's suffix. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
