import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import { createBackupMetrics } from './database/backup-metrics.ts';
import { createSpaceMetrics } from './space-metrics.ts';

/**
 * The operator's metrics. Labels are few and fixed words: a route's pattern, an outcome, an
 * operation; never a number, an id or an address.
 */
export function createMetrics() {
  const registry = new Registry();
  // Once a second, as a scrape every 15 s needs no more; the default wakes the process ten times.
  collectDefaultMetrics({ register: registry, eventLoopUtilizationTimeout: 1000 });
  const registers = [registry];
  return {
    registry,
    ...createBackupMetrics(registers),
    ...createSpaceMetrics(registers),
    processInfo: new Gauge({
      name: 'bonisa_process_info',
      help: 'Always 1: the role of this process, to join with its other metrics',
      labelNames: ['role'],
      registers,
    }),
    requests: new Histogram({
      name: 'bonisa_http_request_seconds',
      help: 'Time to answer a request, by route pattern and status',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    pageRenders: new Counter({
      name: 'bonisa_page_renders_total',
      help: 'Pages that were not in the cache, by outcome: made, limited (by network), busy',
      labelNames: ['outcome'],
      registers,
    }),
    carrierCalls: new Histogram({
      name: 'bonisa_carrier_call_seconds',
      help: 'Time of a call to the carrier, by operation and outcome',
      labelNames: ['carrier', 'operation', 'outcome'],
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    subscribes: new Counter({
      name: 'bonisa_subscribe_total',
      help: 'Calls of Accept and Decline, by outcome',
      labelNames: ['outcome', 'package'],
      registers,
    }),
    plainSignUps: new Counter({
      name: 'bonisa_plain_sign_up_total',
      help: 'Presses of Accept and Decline in pages without a script, by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    codesSent: new Counter({
      name: 'bonisa_otp_sent_total',
      help: 'One-time codes requested from the carrier, by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    webhookDeliveries: new Counter({
      name: 'bonisa_webhook_deliveries_total',
      help: 'Attempts of webhooks by result: delivered, failed, given_up, dropped',
      labelNames: ['result'],
      registers,
    }),
    webhooksWaiting: new Gauge({
      name: 'bonisa_webhooks_waiting',
      help: 'Webhooks that wait to be sent, counted up to 10,000',
      registers,
    }),
    webhookEndpoints: new Gauge({
      name: 'bonisa_webhook_endpoints',
      help: 'Endpoints of webhooks by state: active, paused, disabled',
      labelNames: ['state'],
      registers,
    }),
    reportDaysWaiting: new Gauge({
      name: 'bonisa_report_days_waiting',
      help: 'Days whose facts have changed since the reports counted them',
      registers,
    }),
    reportPlaysWaiting: new Gauge({
      name: 'bonisa_report_plays_waiting',
      help: 'Plays whose figures have changed since the reports counted them',
      registers,
    }),
    reportsBehindSeconds: new Gauge({
      name: 'bonisa_reports_behind_seconds',
      help: 'How long ago everything was counted for the reports',
      registers,
    }),
    carrierStops: new Counter({
      name: 'bonisa_carrier_stops_total',
      help: 'How often an operation was stopped because the carrier refuses our own requests',
      labelNames: ['carrier', 'operation'],
      registers,
    }),
    carrierMisconfigured: new Gauge({
      name: 'bonisa_carrier_misconfigured',
      help: '1 while an operation is stopped because the carrier refuses our own requests',
      labelNames: ['carrier', 'operation'],
      registers,
    }),
    unknownEvents: new Counter({
      name: 'bonisa_carrier_unknown_events_total',
      help: 'Events of the carrier of an unknown type, which are answered and ignored',
      registers,
    }),
    contentLocks: new Counter({
      name: 'bonisa_content_lock_total',
      help: 'Checks of the content lock at the carrier, by answer: locked, free, no_answer, not_asked',
      labelNames: ['carrier', 'answer'],
      registers,
    }),
    numberLookups: new Counter({
      name: 'bonisa_number_lookup_total',
      help: 'Lookups in the register of ported numbers, by answer: known, silent',
      labelNames: ['answer'],
      registers,
    }),
    numberClaims: new Counter({
      name: 'bonisa_number_claims_doubted_total',
      help: 'What a carrier sent about a number that is not known to be its own, by kind (message, top_up, enrichment) and verdict: rejected, undecided, unchecked',
      labelNames: ['carrier', 'kind', 'verdict'],
      registers,
    }),
    codesJudged: new Counter({
      name: 'bonisa_otp_judged_total',
      help: 'One-time codes entered by viewers, by verdict',
      labelNames: ['verdict'],
      registers,
    }),
    codesRefused: new Counter({
      name: 'bonisa_otp_refused_total',
      help: 'One-time codes not sent because of our own limits, by limit',
      labelNames: ['limit'],
      registers,
    }),
    limitShares: new Counter({
      name: 'bonisa_limit_shares_total',
      help: 'How often limits by network were shared with the other processes, by result: shared, failed',
      labelNames: ['result'],
      registers,
    }),
    codesBudget: new Gauge({
      name: 'bonisa_otp_budget_per_hour',
      help: 'How many one-time codes strangers may request in an hour, for all numbers together',
      registers,
    }),
    verdicts: new Counter({
      name: 'bonisa_fraud_verdict_total',
      help: 'Fraud verdicts on presses of Accept',
      labelNames: ['decision', 'mode'],
      registers,
    }),
    messages: new Counter({
      name: 'bonisa_message_total',
      help: 'Short messages, by template and outcome',
      labelNames: ['template', 'outcome'],
      registers,
    }),
    reports: new Counter({
      name: 'bonisa_reports_total',
      help: 'Accepted searches, playback reports and feedback, by the platform that the page reports',
      labelNames: ['kind', 'platform'],
      registers,
    }),
    rowsNotWritten: new Counter({
      name: 'bonisa_rows_not_written_total',
      help: 'Rows not written because their network has used up its budget, by table',
      labelNames: ['table'],
      registers,
    }),
    refunds: new Counter({
      name: 'bonisa_refund_total',
      help: 'Answers of the carrier to refunds and lookups of refunds, by outcome',
      labelNames: ['carrier', 'outcome'],
      registers,
    }),
    charges: new Counter({
      name: 'bonisa_charges_total',
      help: 'Charges whose outcome was recorded, by outcome and reason',
      labelNames: ['carrier', 'outcome', 'reason'],
      registers,
    }),
    takenCents: new Counter({
      name: 'bonisa_taken_cents_total',
      help: 'Money taken by charges, in cents, VAT included',
      labelNames: ['carrier'],
      registers,
    }),
    renewalsDue: new Gauge({
      name: 'bonisa_renewals_due',
      help: 'Subscriptions of a carrier whose charge is due and not yet sent',
      labelNames: ['carrier'],
      registers,
    }),
    renewalsLate: new Gauge({
      name: 'bonisa_renewals_late_seconds',
      help: 'How late the oldest due charge of a carrier is. Absent until it was read',
      labelNames: ['carrier'],
      registers,
    }),
    ledgerImbalance: new Gauge({
      name: 'bonisa_ledger_imbalance_cents',
      help: 'The sum of all lines of the ledger: anything but 0 is an error',
      registers,
    }),
    openExceptions: new Gauge({
      name: 'bonisa_cases_open',
      help: 'Open reconciliation exceptions, by kind',
      labelNames: ['kind'],
      registers,
    }),
    reconciliationDifferences: new Gauge({
      name: 'bonisa_reconciliation_differences',
      help: "Differences from the carrier's list on the last compared day, by kind",
      labelNames: ['carrier', 'kind'],
      registers,
    }),
    reconciledDay: new Gauge({
      name: 'bonisa_reconciliation_day_seconds',
      help: "The last day compared with the carrier's list, as its date in seconds since 1970; of a carrier that was never compared the day before its first charge",
      labelNames: ['carrier'],
      registers,
    }),
    unknownCharges: new Gauge({
      name: 'bonisa_charges_unknown',
      help: 'Charges with an unknown outcome',
      registers,
    }),
    oldestUnknown: new Gauge({
      name: 'bonisa_charges_unknown_oldest_seconds',
      help: 'Age of the oldest charge with an unknown outcome',
      registers,
    }),
    unknownRefunds: new Gauge({
      name: 'bonisa_refunds_unknown',
      help: 'Refunds that are not sent yet or whose outcome is unknown',
      registers,
    }),
    paceLimit: new Gauge({
      name: 'bonisa_carrier_pace_limit_per_second',
      help: 'Charges and refunds in a second that are agreed with the carrier; +Inf: no limit',
      labelNames: ['carrier'],
      registers,
    }),
    paceSlots: new Gauge({
      name: 'bonisa_carrier_pace_slots',
      help: 'Charges and refunds at the same time that are agreed with the carrier',
      labelNames: ['carrier'],
      registers,
    }),
    paceInFlight: new Gauge({
      name: 'bonisa_carrier_pace_in_flight',
      help: 'Concurrency slots in use by all processes: renewals and refunds under way or about to begin',
      labelNames: ['carrier'],
      registers,
    }),
    paceAhead: new Gauge({
      name: 'bonisa_carrier_pace_ahead_seconds',
      help: 'How far ahead tickets of the carrier are taken; above two seconds Accept is refused',
      labelNames: ['carrier'],
      registers,
    }),
    paceGranted: new Counter({
      name: 'bonisa_carrier_pace_granted_total',
      help: 'Permits granted to this process, for work (renewals, refunds) or a person who waits',
      labelNames: ['carrier', 'to'],
      registers,
    }),
    paceRefused: new Counter({
      name: 'bonisa_carrier_pace_refused_total',
      help: 'Permits refused to this process, for work or a person who waits',
      labelNames: ['carrier', 'to'],
      registers,
    }),
    carrierKeyRefused: new Gauge({
      name: 'bonisa_carrier_key_refused',
      help: '1: the carrier refuses our key; 0: it accepts it',
      labelNames: ['carrier'],
      registers,
    }),
    clockOffset: new Gauge({
      name: 'bonisa_clock_offset_seconds',
      help: "How far this machine's clock is ahead of another one: the database's or a carrier's (`carrier` is its id)",
      labelNames: ['against', 'carrier'],
      registers,
    }),
    untrustedForwarding: new Counter({
      name: 'bonisa_untrusted_forwarding_total',
      help: 'Requests with a forwarding header from an address that TRUST_PROXY does not name',
      registers,
    }),
    unread: new Gauge({
      name: 'bonisa_metrics_unread',
      help: '1: the figures of this part are those of an earlier scrape, as they could not be read',
      labelNames: ['part'],
      registers,
    }),
    databaseUp: new Gauge({
      name: 'bonisa_database_up',
      help: '1: the database answers; 0: it is away',
      registers,
    }),
    changeNotices: new Gauge({
      name: 'bonisa_change_notices',
      help: '1: PostgreSQL announces changes of other processes; 0: they are found by looking',
      registers,
    }),
    databaseReadOnly: new Gauge({
      name: 'bonisa_database_read_only',
      help: '1: the disk is full and the embedded database is read-only',
      registers,
    }),
    databaseAway: new Gauge({
      name: 'bonisa_database_away_seconds',
      help: 'How long the database has been away; 0: it answers',
      registers,
    }),
    staleAnswers: new Counter({
      name: 'bonisa_stale_answers_total',
      help: 'Outdated pages and contents served because the database was away',
      labelNames: ['kind'],
      registers,
    }),
    jobsHeld: new Gauge({
      name: 'bonisa_jobs_held',
      help: '1 while jobs that move money or send messages are held, by reason',
      labelNames: ['carrier', 'why'],
      registers,
    }),
    databaseLeaseHeld: absentUntilSet({
      name: 'bonisa_fence_held',
      help: '1: this database charges; 0: another copy of it does, or did until now. Absent without an active database lease',
      registers,
    }),
    terminationJournal: new Gauge({
      name: 'bonisa_end_records',
      help: 'Ends that are not in the file store yet (waiting), came back from it after a restore (replayed), or whose removal of data is still to be done (removing)',
      labelNames: ['state'],
      registers,
    }),
    partitionsAhead: new Gauge({
      name: 'bonisa_partitions_ahead',
      help: 'Partitions of coming months of a table; 0: the next month has none',
      labelNames: ['table'],
      registers,
    }),
    spans: new Counter({
      name: 'bonisa_spans_total',
      help: 'Finished spans of traces by result: exported, failed (not taken by the collector), dropped (too many waited)',
      labelNames: ['result'],
      registers,
    }),
    carrierPaused: new Gauge({
      name: 'bonisa_carrier_paused_seconds',
      help: 'How long the circuit breaker of the carrier stays open; 0: it is closed',
      labelNames: ['carrier'],
      registers,
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

/** A gauge without labels has 0 from its first moment, which would call somebody, or nobody. */
function absentUntilSet(about: ConstructorParameters<typeof Gauge>[0]): Gauge {
  const gauge = new Gauge(about);
  gauge.remove();
  return gauge;
}
