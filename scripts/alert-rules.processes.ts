/** Cases of alerts about processes that are gone; see `alert-rules.cases.ts`. */
import { type AlertCase, CARRIER, grows, here, ME, OTHER, stays } from './alert-rules.series.ts';

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

/** Cases of what processes tell each other, or ask others, and get no answer. */
export const NOT_SHARED: readonly AlertCase[] = [
  {
    alert: 'BonisaChangeNoticesLost',
    labels: here,
    always: { [`bonisa_database_up{${ME}}`]: stays(1) },
    broken: {
      [`bonisa_change_notices{${ME}}`]: stays(0),
      [`bonisa_database_connections_left{${ME},server="primary"}`]: stays(40),
    },
    // The embedded database.
    well: { [`bonisa_change_notices{${ME}}`]: stays(0) },
    after: 11,
    notYet: 9,
  },
  {
    alert: 'BonisaLimitsNotShared',
    always: { [`bonisa_database_up{${ME}}`]: stays(1) },
    broken: { [`bonisa_limit_shares_total{${ME},result="failed"}`]: grows(1) },
    well: { [`bonisa_limit_shares_total{${ME},result="failed"}`]: stays(5) },
    after: 12,
    notYet: 9,
  },
  {
    alert: 'BonisaNumbersUndecided',
    broken: {
      [`bonisa_number_claims_doubted_total{${CARRIER},verdict="undecided",kind="message"}`]:
        grows(1),
    },
    well: {
      [`bonisa_number_claims_doubted_total{${CARRIER},verdict="undecided",kind="message"}`]:
        stays(3),
    },
    after: 17,
    notYet: 14,
  },
];
