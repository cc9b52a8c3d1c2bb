/** Gives the pictures in the catalogue's answers the address under which viewers get them. */

/** The fields that hold the address of a picture (`Picture` and `shareImage` of the contract). */
const ADDRESSES = new Set(['base', 'shareImage']);
const OWN = '/pictures/';

/**
 * The same reads, with the addresses of pictures below `mediaUrl`. Without one, the reads
 * themselves.
 */
export function withPictureOrigin<Reads extends object>(
  reads: Reads,
  mediaUrl: string | undefined,
): Reads {
  if (mediaUrl === undefined) return reads;
  const moved = Object.entries(reads).map(([name, read]) => [
    name,
    typeof read === 'function' ? (...given: unknown[]) => resolved(read(...given), mediaUrl) : read,
  ]);
  return Object.fromEntries(moved);
}

function resolved(answer: unknown, mediaUrl: string): unknown {
  return answer instanceof Promise
    ? answer.then((value) => addressed(value, mediaUrl))
    : addressed(answer, mediaUrl);
}

/** A copy of an answer; what is no plain data (an instant) stays as it is. */
function addressed(value: unknown, mediaUrl: string): unknown {
  if (Array.isArray(value)) return value.map((one) => addressed(one, mediaUrl));
  if (value instanceof Map)
    return new Map([...value].map(([key, one]) => [key, addressed(one, mediaUrl)]));
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      ADDRESSES.has(name) && typeof one === 'string' && one.startsWith(OWN)
        ? mediaUrl + one
        : addressed(one, mediaUrl),
    ]),
  );
}

function isPlain(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype;
}
