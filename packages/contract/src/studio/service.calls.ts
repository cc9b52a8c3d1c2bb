import { z } from 'zod';
import { instant } from '../call.ts';
import { studioCall } from './studio-call.ts';

/** The state of the service for an operator: what works, what does not, and since when. */

export const PROBLEM_AREAS = [
  'part',
  'carrier',
  'job',
  'webhook',
  'live_ingest',
  'film',
  'sale',
] as const;

/** What a new service needs before its first sale, in a sensible order. */
export const FIRST_STEPS = ['brand', 'film', 'shelf', 'price', 'carrier', 'sale'] as const;

export const firstSteps = studioCall({
  id: 'studioFirstSteps',
  method: 'GET',
  path: '/studio/api/first-steps',
  tag: 'studio service',
  summary: 'What a new service needs before its first sale, and which of it is done',
  needs: 'catalogue:read',
  reply: z.object({
    steps: z.array(
      z.object({ step: z.enum(FIRST_STEPS), done: z.boolean() }).meta({ id: 'StudioFirstStep' }),
    ),
  }),
});

const problem = z
  .object({
    area: z.enum(PROBLEM_AREAS),
    /** What it is about: a part, a carrier, a job, an address, a live channel, films. */
    subject: z.string(),
    /** What is wrong, and what happens next, in plain words. */
    words: z.string(),
    since: instant.nullable(),
  })
  .meta({ id: 'StudioServiceProblem' });

const carrier = z.object({
  id: z.string(),
  /** `pauses`: too many calls failed; `stopped`: it rejects our requests; `held`: its jobs wait. */
  state: z.enum(['works', 'pauses', 'stopped', 'held']),
  /** Calls on their way, of all processes, and how many there may be. */
  in_flight: z.int(),
  most_in_flight: z.int(),
  /** Calls that it takes in a second; null: it has named no limit. */
  per_second: z.number().nullable(),
  takes_signups: z.boolean(),
});

export const serviceState = studioCall({
  id: 'studioServiceState',
  method: 'GET',
  path: '/studio/api/service',
  tag: 'studio service',
  summary: 'What works and what does not: parts, carriers, jobs, webhooks, what is on air',
  needs: 'operations:read',
  reply: z.object({
    at: instant,
    problems: z.array(problem),
    /** Of the process that answers. */
    parts: z.object({ not_ready: z.array(z.string()), degraded: z.array(z.string()) }),
    /** The processes that run on this database, by role. */
    processes: z.array(z.object({ role: z.string(), running: z.int() })),
    carriers: z.array(carrier),
    jobs: z.object({ known: z.int(), late: z.int() }),
    webhooks: z.object({
      active: z.int(),
      failing: z.int(),
      paused: z.int(),
      disabled: z.int(),
      /** Deliveries that wait, counted up to 10,000. */
      waiting: z.int(),
    }),
    live_ingest: z.object({ open: z.int(), without_picture: z.int() }),
  }),
});
