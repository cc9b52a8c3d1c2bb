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

function readAccepted(accepted: string): Encoding {
  const allowed = new Set(
    accepted
      .toLowerCase()
      .split(',')
      .map((part) => part.trim().split(/\s*;\s*q\s*=\s*/))
      .filter(([, quality]) => quality === undefined || Number(quality) > 0)
      .map(([name]) => name),
  );
  if (allowed.has('br')) return 'br';
  return allowed.has('gzip') ? 'gzip' : 'identity';
}

/** Whether `if-none-match` names this entity tag, weak or strong, with any encoding's suffix. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
