/** Cases of alerts about processes that are gone; see `alert-rules.cases.ts`. */
import { type AlertCase, here, ME, OTHER, stays } from './alert-rules.series.ts';

/** A process of a role that is scraped all the time; `GONE` of one that left DNS. */
const process = (role: string, values = stays(1)) => ({
  [`bonisa_process_info{job="bonisa",instance="${role}:3001",role="${role}"}`]: values,
});
const GONE = '1x4 stale _x200';

export const PROCESSES: readonly AlertCase[] = [
  {
    alert: 'BonisaDown',
    labels: here,
    always: { [`up{${OTHER}}`]: stays(1) },
    broken: { [`up{${ME}}`]: stays(0) },
    well: { [`up{${ME}}`]: stays(1) },
    after: 2,
    notYet: 0.75,
  },
  {
    alert: 'BonisaNoProcess',
    broken: { [`up{${ME}}`]: stays(0) },
    well: { [`up{${ME}}`]: stays(0), [`up{${OTHER}}`]: stays(1) },
    after: 2,
    notYet: 0.75,
  },
  // The others run on, and those of the role are in DNS no more.
  {
    alert: 'BonisaNoPages',
    always: { ...process('api'), ...process('jobs') },
    broken: process('pages', GONE),
    well: process('pages'),
    after: 3,
    notYet: 1.75,
  },
  {
    alert: 'BonisaNoCalls',
    always: { ...process('pages'), ...process('jobs') },
    broken: process('api', GONE),
    well: process('api'),
    after: 3,
    notYet: 1.75,
  },
  // One process of all roles is enough.
  {
    alert: 'BonisaNoJobs',
    always: process('pages'),
    broken: process('jobs', GONE),
    well: process('all'),
    after: 4,
    notYet: 3,
  },
];
