import { formatRand } from '@bonisa/domain/money/rand';
import type { PostedElsewhere } from './carrier-settlement.repository.ts';

/** What of a month was posted in another one, on the wire. */
export function postedElsewhereView(posted: PostedElsewhere | undefined) {
  return posted
    ? { amount: formatRand(posted.amount), last_at: posted.lastAt.toISOString() }
    : null;
}
