/** Cases of alerts about a lost, restored or second database; see `alert-rules.cases.ts`. */
import { type AlertCase, CARRIER, demo, here, ME, OTHER, stays } from './alert-rules.series.ts';

export const RECOVERY: readonly AlertCase[] = [
  // The receiver is lost after a minute. A service that only writes dumps never had one.
  {
    alert: 'BonisaWalNotKept',
    broken: { [`bonisa_wal_kept{${ME}}`]: '1x4 0x500', [`bonisa_wal_kept{${OTHER}}`]: stays(0) },
    well: { [`bonisa_wal_kept{${ME}}`]: stays(0), [`bonisa_wal_kept{${OTHER}}`]: stays(0) },
    after: 13,
    notYet: 10,
  },
  {
    alert: 'BonisaJobsHeld',
    labels: { ...here, ...demo, why: 'list_unread' },
    broken: { [`bonisa_jobs_held{${ME},${CARRIER},why="list_unread"}`]: stays(1) },
    well: { [`bonisa_jobs_held{${ME},${CARRIER},why="list_unread"}`]: stays(0) },
    after: 6,
    notYet: 4,
  },
  {
    alert: 'BonisaFenced',
    broken: { [`bonisa_fence_held{${ME}}`]: stays(0), [`bonisa_fence_held{${OTHER}}`]: stays(0) },
    well: { [`bonisa_fence_held{${ME}}`]: stays(0), [`bonisa_fence_held{${OTHER}}`]: stays(1) },
    after: 4,
    notYet: 2,
  },
  {
    alert: 'BonisaSecondCopy',
    broken: { [`bonisa_fence_held{${ME}}`]: stays(0), [`bonisa_fence_held{${OTHER}}`]: stays(1) },
    well: { [`bonisa_fence_held{${ME}}`]: stays(1), [`bonisa_fence_held{${OTHER}}`]: stays(1) },
    after: 4,
    notYet: 2,
  },
  {
    alert: 'BonisaEndsNotWritten',
    broken: { [`bonisa_end_records{${ME},state="waiting"}`]: stays(1) },
    well: {
      [`bonisa_end_records{${ME},state="waiting"}`]: stays(0),
      [`bonisa_end_records{${ME},state="replayed"}`]: stays(7),
    },
    after: 11,
    notYet: 9,
  },
];
