import { z } from 'zod';

/** The version at which a writer read an entry, so that nobody's work is lost. */
export const beganFrom = z.int().min(0).optional().meta({
  description:
    'The version at which the entry was read: a field of this write that somebody else has changed since is refused as conflict. 0 is for a new entry: where somebody has created one under this key, a write that would change it is refused as conflict on key. An entry whose own version is 0 is changed. Without a version the write overwrites',
});
