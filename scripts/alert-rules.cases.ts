/**
 * For each rule of `deploy/alerts.yaml` metrics at which it must fire, and metrics just on the safe
 * side at which it must not. `alert-rules.test.ts` gives them to promtool.
 */
import { NOT_SHARED, PROCESSES } from './alert-rules.processes.ts';
import { RECOVERY } from './alert-rules.recovery.ts';
import {
  type AlertCase,
  CARRIER,
  demo,
  grows,
  growsEach,
  here,
  ME,
  OTHER,
  stays,
} from './alert-rules.series.ts';
import { WEEK_AGO } from './alert-rules.week.ts';

const SERVICE: readonly AlertCase[] = [
  {
    alert: 'BonisaDatabaseAway',
    labels: here,
    broken: { [`bonisa_database_up{${ME}}`]: stays(0) },
    well: { [`bonisa_database_up{${ME}}`]: stays(1) },
    after: 1,
    notYet: 0.25,
  },
  {
    alert: 'BonisaDatabaseReadOnly',
    labels: here,
    broken: { [`bonisa_database_read_only{${ME}}`]: stays(1) },
    well: { [`bonisa_database_read_only{${ME}}`]: stays(0) },
    after: 0.25,
  },
  {
    alert: 'BonisaDatabaseConnectionsFew',
    labels: {},
    broken: { [`bonisa_database_connections_left{${ME},server="primary"}`]: stays(2) },
    well: { [`bonisa_database_connections_left{${ME},server="primary"}`]: stays(40) },
    after: 2,
    notYet: 0.5,
  },
  {
    alert: 'BonisaFiguresUnread',
    labels: { ...here, part: 'money' },
    broken: { [`bonisa_metrics_unread{${ME},part="money"}`]: stays(1) },
    well: { [`bonisa_metrics_unread{${ME},part="money"}`]: stays(0) },
    after: 11,
    notYet: 9,
  },
  {
    alert: 'BonisaDiskSpace',
    labels: here,
    broken: { [`bonisa_disk_free_bytes{${ME}}`]: stays(1.9e9) },
    well: { [`bonisa_disk_free_bytes{${ME}}`]: stays(2.1e9) },
    after: 11,
    notYet: 9,
  },
  {
    alert: 'BonisaFileStoreAway',
    labels: here,
    broken: { [`bonisa_file_store_up{${ME}}`]: stays(0) },
    well: { [`bonisa_file_store_up{${ME}}`]: stays(1) },
    after: 3,
    notYet: 1.5,
  },
  {
    alert: 'BonisaFileStoreFull',
    labels: here,
    broken: { [`bonisa_file_store_full{${ME}}`]: stays(1) },
    well: { [`bonisa_file_store_full{${ME}}`]: stays(0) },
    after: 3,
    notYet: 1.5,
  },
  {
    alert: 'BonisaNotWritten',
    labels: { what: 'picture', reason: 'disk_full' },
    // Each process fails once in eight minutes, and one of them every four.
    broken: {
      [`bonisa_not_written_total{${ME},what="picture",reason="disk_full"}`]: growsEach(32),
      [`bonisa_not_written_total{${OTHER},what="picture",reason="disk_full"}`]: growsEach(32, 16),
    },
    well: { [`bonisa_not_written_total{${ME},what="picture",reason="disk_full"}`]: stays(7) },
    after: 15,
    notYet: 12,
  },
  {
    alert: 'BonisaFilmsStuck',
    labels: { why: 'failed' },
    broken: { [`bonisa_films_stuck{${ME},why="failed"}`]: stays(1) },
    well: { [`bonisa_films_stuck{${ME},why="failed"}`]: stays(0) },
    after: 11,
    notYet: 9,
  },
  {
    alert: 'BonisaErrors',
    always: { 'bonisa_http_request_seconds_count{status="200"}': grows(1000) },
    broken: { 'bonisa_http_request_seconds_count{status="503"}': grows(12) },
    well: { 'bonisa_http_request_seconds_count{status="503"}': grows(9) },
    after: 7,
    notYet: 4,
  },
  {
    alert: 'BonisaPagesRefused',
    always: { 'bonisa_page_renders_total{outcome="made"}': grows(30) },
    broken: { 'bonisa_page_renders_total{outcome="busy"}': grows(1) },
    well: { 'bonisa_page_renders_total{outcome="busy"}': stays(3) },
    after: 12,
    notYet: 9,
  },
  {
    alert: 'BonisaClock',
    labels: { ...here, against: 'database' },
    broken: { [`bonisa_clock_offset_seconds{${ME},against="database"}`]: stays(-5.1) },
    well: { [`bonisa_clock_offset_seconds{${ME},against="database"}`]: stays(-4.9) },
    after: 6,
    notYet: 4,
  },
  {
    alert: 'BonisaProxyNotTrusted',
    broken: { [`bonisa_untrusted_forwarding_total{${ME}}`]: grows(16) },
    well: { [`bonisa_untrusted_forwarding_total{${ME}}`]: grows(14) },
    after: 15,
    notYet: 9,
  },
];

const BACKUPS: readonly AlertCase[] = [
  {
    alert: 'BonisaWalBehind',
    broken: { bonisa_wal_behind_bytes: stays(67_108_865) },
    well: { bonisa_wal_behind_bytes: stays(67_108_864) },
    after: 11,
    notYet: 9,
  },
  // promtool's clock begins at 0: a copy each minute may be 62 minutes old.
  {
    alert: 'BonisaBackupOld',
    always: { bonisa_backup_made_every_seconds: stays(60) },
    broken: { bonisa_backup_made_seconds: stays(0) },
    well: { bonisa_backup_made_seconds: stays(600) },
    after: 70,
    notYet: 65,
  },
  {
    alert: 'BonisaBackupMissing',
    broken: { [`up{${ME}}`]: stays(1) },
    well: { bonisa_backup_made_seconds: stays(0) },
    after: 62,
    notYet: 58,
  },
  {
    alert: 'BonisaBackupNotVerified',
    always: { bonisa_backup_verified_every_seconds: stays(600) },
    broken: { bonisa_backup_verified_seconds: stays(0) },
    well: { bonisa_backup_verified_seconds: stays(4000) },
    after: 82,
    notYet: 78,
  },
];

const MONEY: readonly AlertCase[] = [
  {
    alert: 'BonisaLedgerImbalance',
    labels: here,
    broken: { [`bonisa_ledger_imbalance_cents{${ME}}`]: stays(-1) },
    well: { [`bonisa_ledger_imbalance_cents{${ME}}`]: stays(0) },
    after: 0.25,
  },
  {
    // Another carrier is late and paused: that is no reason to call, and none not to.
    alert: 'BonisaRenewalsLate',
    labels: demo,
    always: {
      [`bonisa_renewals_late_seconds{${ME},${CARRIER}}`]: stays(3700),
      [`bonisa_renewals_late_seconds{${ME},carrier="other"}`]: stays(7200),
      [`bonisa_carrier_paused_seconds{${ME},carrier="other"}`]: stays(30),
    },
    broken: { [`bonisa_carrier_paused_seconds{${ME},${CARRIER}}`]: stays(0) },
    well: { [`bonisa_carrier_paused_seconds{${ME},${CARRIER}}`]: stays(30) },
    after: 16,
    notYet: 14,
  },
  {
    alert: 'BonisaUnknownChargesOld',
    broken: { [`bonisa_charges_unknown_oldest_seconds{${ME}}`]: stays(3601) },
    well: { [`bonisa_charges_unknown_oldest_seconds{${ME}}`]: stays(3600) },
    after: 6,
    notYet: 4,
  },
  ...WEEK_AGO,
  {
    alert: 'BonisaMoneyWithoutEntry',
    labels: { kind: 'unknown_charge' },
    broken: { [`bonisa_cases_open{${ME},kind="unknown_charge"}`]: '1x600' },
    well: { [`bonisa_cases_open{${ME},kind="unknown_charge"}`]: '1x570 0x30' },
    after: 2900,
    notYet: 2870,
    step: 'weekly',
  },
  {
    alert: 'BonisaReconciliationOld',
    labels: demo,
    // The test begins at the second 0 of 1970.
    broken: { [`bonisa_reconciliation_day_seconds{${ME},${CARRIER}}`]: '0x1000' },
    well: { [`bonisa_reconciliation_day_seconds{${ME},${CARRIER}}`]: '0x800 86400x200' },
    after: 3 * 1440 + 65,
    notYet: 3 * 1440 + 30,
    step: 'weekly',
  },
  {
    alert: 'BonisaRefundsUnknown',
    broken: { [`bonisa_refunds_unknown{${ME}}`]: '1x400' },
    well: { [`bonisa_refunds_unknown{${ME}}`]: '1x280 0x120' },
    after: 1445,
    notYet: 1430,
    step: 'weekly',
  },
];

const CARRIERS: readonly AlertCase[] = [
  {
    alert: 'BonisaCarrierPaused',
    labels: demo,
    // A pause ends, and the next one begins with the next call.
    broken: { [`bonisa_carrier_paused_seconds{${ME},${CARRIER}}`]: '5 0 '.repeat(250) },
    well: { [`bonisa_carrier_paused_seconds{${ME},${CARRIER}}`]: stays(0) },
    after: 11,
    notYet: 9,
  },
  {
    alert: 'BonisaCarrierMisconfigured',
    labels: { ...demo, operation: 'charge' },
    broken: { [`bonisa_carrier_misconfigured{${ME},${CARRIER},operation="charge"}`]: stays(1) },
    well: { [`bonisa_carrier_misconfigured{${ME},${CARRIER},operation="charge"}`]: stays(0) },
    after: 0.25,
  },
  {
    alert: 'BonisaCarrierKeyRefused',
    labels: demo,
    broken: { [`bonisa_carrier_key_refused{${ME},${CARRIER}}`]: stays(1) },
    well: { [`bonisa_carrier_key_refused{${ME},${CARRIER}}`]: stays(0) },
    after: 2,
    notYet: 0.75,
  },
  {
    alert: 'BonisaNoCodesSent',
    always: { 'bonisa_otp_sent_total{outcome="sent"}': grows(10) },
    broken: { 'bonisa_otp_sent_total{outcome="unavailable"}': grows(11) },
    well: { 'bonisa_otp_sent_total{outcome="unavailable"}': grows(9) },
    after: 12,
    notYet: 9,
  },
  {
    alert: 'BonisaPeopleRefused',
    labels: demo,
    always: {
      [`bonisa_carrier_pace_granted_total{${CARRIER},to="person"}`]: grows(1000),
      [`bonisa_carrier_paused_seconds{${CARRIER}}`]: stays(0),
    },
    broken: { [`bonisa_carrier_pace_refused_total{${CARRIER},to="person"}`]: grows(11) },
    well: { [`bonisa_carrier_pace_refused_total{${CARRIER},to="person"}`]: grows(9) },
    after: 12,
    notYet: 9,
  },
  {
    alert: 'BonisaNumbersDoubted',
    labels: demo,
    broken: {
      [`bonisa_number_claims_doubted_total{${CARRIER},verdict="rejected",kind="message"}`]:
        grows(0.1),
    },
    well: {
      [`bonisa_number_claims_doubted_total{${CARRIER},verdict="rejected",kind="message"}`]:
        grows(0.03),
    },
    after: 60,
  },
];

const FRAUD: readonly AlertCase[] = [
  {
    alert: 'BonisaCodesPumped',
    always: { [`bonisa_otp_budget_per_hour{${ME}}`]: stays(1000) },
    broken: { 'bonisa_otp_sent_total{outcome="sent"}': grows(2.2) },
    well: { 'bonisa_otp_sent_total{outcome="sent"}': grows(2) },
    after: 70,
    notYet: 4,
  },
  {
    alert: 'BonisaCodesRefused',
    broken: { 'bonisa_otp_refused_total{limit="service"}': grows(1) },
    well: {
      'bonisa_otp_refused_total{limit="service"}': stays(9),
      'bonisa_otp_refused_total{limit="number"}': grows(1),
    },
    after: 5,
  },
  {
    alert: 'BonisaCodesGuessed',
    always: { 'bonisa_otp_judged_total{verdict="proven"}': grows(2) },
    broken: { 'bonisa_otp_judged_total{verdict="wrong"}': grows(1.1) },
    well: { 'bonisa_otp_judged_total{verdict="wrong"}': grows(0.9) },
    after: 75,
    notYet: 9,
  },
  {
    // After a restart, where nobody has proven a code.
    alert: 'BonisaCodesGuessed',
    broken: { 'bonisa_otp_judged_total{verdict="wrong"}': grows(1.1) },
    well: { 'bonisa_otp_judged_total{verdict="proven"}': grows(2) },
    after: 75,
    notYet: 9,
  },
  {
    alert: 'BonisaMessagesFail',
    always: { 'bonisa_message_total{outcome="accepted"}': grows(100) },
    broken: { 'bonisa_message_total{outcome="refused"}': grows(6) },
    well: { 'bonisa_message_total{outcome="refused"}': grows(5) },
    after: 35,
    notYet: 25,
  },
];

const PARTNERS_AND_REPORTS: readonly AlertCase[] = [
  {
    alert: 'BonisaWebhookDisabled',
    broken: { [`bonisa_webhook_endpoints{${ME},state="disabled"}`]: stays(1) },
    well: { [`bonisa_webhook_endpoints{${ME},state="disabled"}`]: stays(0) },
    after: 6,
    notYet: 4,
  },
  {
    alert: 'BonisaWebhooksWaiting',
    broken: { [`bonisa_webhooks_waiting{${ME}}`]: stays(5001) },
    well: { [`bonisa_webhooks_waiting{${ME}}`]: stays(5000) },
    after: 16,
    notYet: 14,
  },
  {
    alert: 'BonisaPartitionsMissing',
    labels: { table: 'playback_log' },
    broken: { [`bonisa_partitions_ahead{${ME},table="playback_log"}`]: stays(0) },
    well: { [`bonisa_partitions_ahead{${ME},table="playback_log"}`]: stays(1) },
    after: 91,
    notYet: 89,
  },
  {
    alert: 'BonisaReportsBehind',
    broken: { [`bonisa_reports_behind_seconds{${ME}}`]: stays(3601) },
    well: { [`bonisa_reports_behind_seconds{${ME}}`]: stays(3600) },
    after: 11,
    notYet: 9,
  },
];

export const ALERT_CASES: readonly AlertCase[] = [
  ...PROCESSES,
  ...SERVICE,
  ...NOT_SHARED,
  ...BACKUPS,
  ...MONEY,
  ...RECOVERY,
  ...CARRIERS,
  ...FRAUD,
  ...PARTNERS_AND_REPORTS,
];
