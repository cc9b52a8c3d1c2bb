import type { Clock } from '@bonisa/kit/clock/clock';
import { cleanHeaders } from './clean-headers.ts';
import type { HeaderLogRepository } from './header-log.repository.ts';

const MAX_ENTRIES = 200;
const RETENTION_MS = 7 * 24 * 60 * 60_000;

/** The headers of the last 200 requests to the test page (rows A18, S9), for a week. */
export function createHeaderLog({
  repository,
  clock,
}: {
  repository: HeaderLogRepository;
  clock: Clock;
}) {
  return {
    /** Stores the cleaned headers of a request and returns them. */
    record: async (
      headers: Parameters<typeof cleanHeaders>[0],
    ): Promise<{ at: Date; headers: Record<string, string> }> => {
      const entry = { at: clock.now(), headers: cleanHeaders(headers) };
      await repository.insert(entry, MAX_ENTRIES);
      return entry;
    },

    purge: (): Promise<void> => repository.purge(new Date(clock.now().getTime() - RETENTION_MS)),
  };
}
