import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/**
 * What the operator sees. Labels are few and fixed words: a route's pattern, an outcome, an
 * operation; never a number, an id or an address.
 */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'bonisa_http_request_seconds',
      help: 'Time to answer a request, by route pattern and status',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    pageRenders: new Counter({
      name: 'bonisa_page_renders_total',
      help: 'Pages that were not in the cache: made, or refused because one network asked for too many or too many waited',
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
      help: 'Accepts and declines, by outcome',
      labelNames: ['outcome', 'package'],
      registers,
    }),
    codesSent: new Counter({
      name: 'bonisa_otp_sent_total',
      help: 'One-time codes asked of the carrier, by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    carrierStops: new Counter({
      name: 'bonisa_carrier_stops_total',
      help: 'How often an operation of the carrier was stopped since it refuses our own requests',
      labelNames: ['carrier', 'operation'],
      registers,
    }),
    carrierMisconfigured: new Gauge({
      name: 'bonisa_carrier_misconfigured',
      help: 'Operations of the carrier that are stopped since it refuses our own requests: 1 while stopped',
      labelNames: ['carrier', 'operation'],
      registers,
    }),
    unknownEvents: new Counter({
      name: 'bonisa_carrier_unknown_events_total',
      help: 'Events of the carrier of a type that is not known here: answered and passed over',
      registers,
    }),
    contentLocks: new Counter({
      name: 'bonisa_content_lock_total',
      help: 'Whether a number has blocked content services at the carrier: locked, free, no_answer, not_asked',
      labelNames: ['carrier', 'answer'],
      registers,
    }),
    numberLookups: new Counter({
      name: 'bonisa_number_lookup_total',
      help: 'Whether the register of ported numbers said which carrier a number is on: known, silent',
      labelNames: ['answer'],
      registers,
    }),
    codesJudged: new Counter({
      name: 'bonisa_otp_judged_total',
      help: 'One-time codes that were typed, by verdict',
      labelNames: ['verdict'],
      registers,
    }),
    codesRefused: new Counter({
      name: 'bonisa_otp_refused_total',
      help: 'One-time codes that were not sent because of a limit of ours, by limit',
      labelNames: ['limit'],
      registers,
    }),
    codesBudget: new Gauge({
      name: 'bonisa_otp_budget_per_hour',
      help: 'How many one-time codes strangers may have sent in an hour, all numbers together',
      registers,
    }),
    verdicts: new Counter({
      name: 'bonisa_fraud_verdict_total',
      help: 'Verdicts on a press of Accept',
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
      help: 'Searches, playback reports and feedback that were taken, by the platform that pages send along',
      labelNames: ['kind', 'platform'],
      registers,
    }),
    rowsNotWritten: new Counter({
      name: 'bonisa_rows_not_written_total',
      help: 'Records that were left out because their network has used up its budget, by table',
      labelNames: ['table'],
      registers,
    }),
    refunds: new Counter({
      name: 'bonisa_refund_total',
      help: 'What the carrier made of refunds that it was asked for or asked about, by outcome',
      labelNames: ['carrier', 'outcome'],
      registers,
    }),
    charges: new Counter({
      name: 'bonisa_charges_total',
      help: 'Attempts to take money that were decided or left open, by outcome and reason',
      labelNames: ['carrier', 'outcome', 'reason'],
      registers,
    }),
    takenCents: new Counter({
      name: 'bonisa_taken_cents_total',
      help: 'Money that was taken, in cents, VAT included',
      labelNames: ['carrier'],
      registers,
    }),
    renewalsDue: new Gauge({
      name: 'bonisa_renewals_due',
      help: 'Subscriptions whose charge is due and not yet asked for',
      registers,
    }),
    renewalsLate: new Gauge({
      name: 'bonisa_renewals_late_seconds',
      help: 'How late the charge is that waits longest',
      registers,
    }),
    ledgerImbalance: new Gauge({
      name: 'bonisa_ledger_imbalance_cents',
      help: 'What all lines of the ledger add up to: anything but 0 is wrong',
      registers,
    }),
    openCases: new Gauge({
      name: 'bonisa_cases_open',
      help: 'What waits for people, by kind',
      labelNames: ['kind'],
      registers,
    }),
    reconciliationDifferences: new Gauge({
      name: 'bonisa_reconciliation_differences',
      help: "Differences from the carrier's list on the day that was compared last, by kind",
      labelNames: ['carrier', 'kind'],
      registers,
    }),
    reconciledDay: new Gauge({
      name: 'bonisa_reconciliation_day_seconds',
      help: "The last day that was compared with the carrier's list, as its date in seconds since 1970",
      labelNames: ['carrier'],
      registers,
    }),
    unknownCharges: new Gauge({
      name: 'bonisa_charges_unknown',
      help: 'Charges whose outcome is not known yet',
      registers,
    }),
    oldestUnknown: new Gauge({
      name: 'bonisa_charges_unknown_oldest_seconds',
      help: 'Age of the oldest charge whose outcome is not known',
      registers,
    }),
    unknownRefunds: new Gauge({
      name: 'bonisa_refunds_unknown',
      help: 'Refunds that are not decided yet',
      registers,
    }),
    paceLimit: new Gauge({
      name: 'bonisa_carrier_pace_limit_per_second',
      help: 'Calls that take money or give it back, a second, that are agreed with the carrier; +Inf: no limit',
      labelNames: ['carrier'],
      registers,
    }),
    paceSlots: new Gauge({
      name: 'bonisa_carrier_pace_slots',
      help: 'Such calls at the same time that are agreed with the carrier',
      labelNames: ['carrier'],
      registers,
    }),
    paceInFlight: new Gauge({
      name: 'bonisa_carrier_pace_in_flight',
      help: 'Slots that are held now, by all processes: calls of renewals and refunds that are under way or about to begin',
      labelNames: ['carrier'],
      registers,
    }),
    paceAhead: new Gauge({
      name: 'bonisa_carrier_pace_ahead_seconds',
      help: 'How far ahead the carrier is booked; over two seconds people are turned away',
      labelNames: ['carrier'],
      registers,
    }),
    paceGranted: new Counter({
      name: 'bonisa_carrier_pace_granted_total',
      help: 'Calls that this process was granted, for work (renewals, refunds) or a person who waits',
      labelNames: ['carrier', 'to'],
      registers,
    }),
    paceRefused: new Counter({
      name: 'bonisa_carrier_pace_refused_total',
      help: 'How often this process was granted none, for work or a person who waits',
      labelNames: ['carrier', 'to'],
      registers,
    }),
    carrierKeyRefused: new Gauge({
      name: 'bonisa_carrier_key_refused',
      help: '1: the carrier gives no token to our key; 0: it does',
      labelNames: ['carrier'],
      registers,
    }),
    clockOffset: new Gauge({
      name: 'bonisa_clock_offset_seconds',
      help: "How far this machine's clock is ahead of another one, the database's or the carrier's",
      labelNames: ['against'],
      registers,
    }),
    untrustedForwarding: new Counter({
      name: 'bonisa_untrusted_forwarding_total',
      help: 'Requests with a forwarding header that came from an address that is not in TRUST_PROXY',
      registers,
    }),
    notWritten: new Counter({
      name: 'bonisa_not_written_total',
      help: 'Files that could not be written, by what they are and why',
      labelNames: ['what', 'reason'],
      registers,
    }),
    diskFree: new Gauge({
      name: 'bonisa_disk_free_bytes',
      help: 'Space that is left where DATA_DIR lies',
      registers,
    }),
    databaseUp: new Gauge({
      name: 'bonisa_database_up',
      help: '1: the database answers; 0: it is away',
      registers,
    }),
    databaseReadOnly: new Gauge({
      name: 'bonisa_database_read_only',
      help: '1: the disk is full, so that nothing is written to the embedded database',
      registers,
    }),
    databaseAway: new Gauge({
      name: 'bonisa_database_away_seconds',
      help: 'For how long the database has been away; 0: it answers',
      registers,
    }),
    databaseLost: new Counter({
      name: 'bonisa_database_connections_lost_total',
      help: 'Connections that the database server or the network ended',
      registers,
    }),
    databaseRefused: new Counter({
      name: 'bonisa_database_refused_total',
      help: 'Connections and statements that came to nothing because the database was away',
      registers,
    }),
    staleAnswers: new Counter({
      name: 'bonisa_stale_answers_total',
      help: 'Pages and contents that were served as they were kept, because the database was away',
      labelNames: ['kind'],
      registers,
    }),
    jobsHeld: new Gauge({
      name: 'bonisa_jobs_held',
      help: 'Whether jobs that move money or send messages are held until an operator releases them or the list of the carrier is read, by why',
      labelNames: ['carrier', 'why'],
      registers,
    }),
    carrierPaused: new Gauge({
      name: 'bonisa_carrier_paused_seconds',
      help: 'For how long the carrier is still left alone; 0: it is asked',
      labelNames: ['carrier'],
      registers,
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
