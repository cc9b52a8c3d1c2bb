import { z } from 'zod';

/** The version of an entry that a write names, so that nobody's work is lost. */
export const beganFrom = z.int().min(0).optional().meta({
  description:
    'The version that the change began from: what others changed since stays. 0 is for a new entry: where somebody has created one under this key, a write that would change it is refused as conflict on key. An entry whose own version is 0 is changed. Without a version the write overwrites',
});
