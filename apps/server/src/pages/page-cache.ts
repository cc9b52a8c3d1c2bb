/** One finished answer: its bytes plain and compressed, and the headers that belong to them. */
export interface PageEntry {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly plain: Buffer;
  readonly brotli: Buffer;
  readonly gzip: Buffer;
}

export interface PageCacheOptions {
  /** The catalogue's version: when it moves, everything is forgotten. */
  readonly version: () => number;
  readonly clock: { now(): Date };
  /** How long an entry may be served; windows of availability open and close without a publication. */
  readonly maxAgeMs?: number;
  readonly maxBytes?: number;
}

export interface PageCache {
  /** The kept entry, or what `render` makes: once, however many ask for it at the same time. */
  get(key: string, render: () => Promise<PageEntry>): Promise<{ entry: PageEntry; hit: boolean }>;
  readonly bytes: number;
  readonly size: number;
}

interface Kept {
  readonly entry: PageEntry;
  readonly until: number;
}

/** Keeps whole pages in memory, the longest unused ones leave first. What may not be kept is decided by {@link mayBeKept}. */
export function createPageCache({ version, clock, maxAgeMs = 60_000, maxBytes = 64_000_000 }: PageCacheOptions): PageCache {
  const kept = new Map<string, Kept>();
  const flights = new Map<string, Promise<PageEntry>>();
  let seen = version();
  let bytes = 0;

  function forget(key: string) {
    const old = kept.get(key);
    if (!old) return;
    bytes -= weight(old.entry);
    kept.delete(key);
  }

  function followVersion() {
    if (version() === seen) return;
    seen = version();
    kept.clear();
    flights.clear();
    bytes = 0;
  }

  function keep(key: string, entry: PageEntry) {
    forget(key);
    kept.set(key, { entry, until: clock.now().getTime() + maxAgeMs });
    bytes += weight(entry);
    for (const oldest of kept.keys()) {
      if (bytes <= maxBytes) break;
      forget(oldest);
    }
  }

  async function make(key: string, render: () => Promise<PageEntry>): Promise<PageEntry> {
    const startedAt = seen;
    const entry = await render();
    followVersion();
    // Made while something was published: right for those who asked then, too old for those who ask later.
    if (startedAt === seen && mayBeKept(entry)) keep(key, entry);
    return entry;
  }

  return {
    async get(key, render) {
      followVersion();
      const old = kept.get(key);
      const age = old ? old.until - clock.now().getTime() : 0;
      if (old && age > 0 && age <= maxAgeMs) {
        kept.delete(key);
        kept.set(key, old);
        return { entry: old.entry, hit: true };
      }
      const flying = flights.get(key);
      if (flying) return { entry: await flying, hit: true };
      const flight = make(key, render);
      flights.set(key, flight);
      try {
        return { entry: await flight, hit: false };
      } finally {
        if (flights.get(key) === flight) flights.delete(key);
      }
    },
    get bytes() {
      return bytes;
    },
    get size() {
      return kept.size;
    },
  };
}

/** Never an error, never an answer that sets a cookie. */
export function mayBeKept(entry: Pick<PageEntry, 'status' | 'headers'>): boolean {
  return entry.status < 400 && !('set-cookie' in entry.headers);
}

function weight(entry: PageEntry): number {
  return entry.plain.length + entry.brotli.length + entry.gzip.length + 1024;
}
