import type { Clock } from '../platform/clock.ts';
import { cleanHeaders } from './clean-headers.ts';
import type { HeaderLogRepository } from './header-log.repository.ts';

const KEPT = 200;
const KEPT_MS = 7 * 24 * 60 * 60_000;

export type HeaderLog = ReturnType<typeof createHeaderLog>;

/**
 * The headers of the last requests to the test page (rows A18, S9): two hundred of them, for a
 * week.
 */
export function createHeaderLog({
  repository,
  clock,
}: {
  repository: HeaderLogRepository;
  clock: Clock;
}) {
  return {
    /** Keeps headers as they may be kept, and answers that. */
    keep: async (
      given: Parameters<typeof cleanHeaders>[0],
    ): Promise<{ at: Date; headers: Record<string, string> }> => {
      const entry = { at: clock.now(), headers: cleanHeaders(given) };
      await repository.insert(entry, KEPT);
      return entry;
    },

    purge: (): Promise<void> => repository.purge(new Date(clock.now().getTime() - KEPT_MS)),
  };
}
