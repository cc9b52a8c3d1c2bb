import type { Readable } from 'node:stream';
import { CarrierUnavailableError } from '@bonisa/carriers/carrier-outcome';
import { dayInput } from '@bonisa/contract/times';
import type { Counts } from '@bonisa/domain/money/reconciliation';
import { type Day, dayOf, daysAfter } from '@bonisa/domain/south-african-time';
import { AppError } from '@bonisa/kit/http/app-error';
import { invalidRequest } from '@bonisa/kit/http/errors';
import type { OpsRoutes } from '@bonisa/kit/http/operations-listener';
import { bodyAsItArrives } from '@bonisa/kit/http/unread-bodies';
import { z } from 'zod';
import { BeingComparedError, DoubleEntryError, finish } from './comparison.service.ts';
import type { ReconciliationRow } from './reconciliation.repository.ts';
import type { Reconciliation } from './reconciliation.ts';
import {
  FILE_LIMIT,
  readSettlementFile,
  SettlementFileError,
  SettlementFileTooLargeError,
} from './settlement-file.ts';

const dateBody = z.strictObject({ date: dayInput, carrier: z.string().max(64).optional() });
const rangeQuery = z.strictObject({ from: dayInput.optional(), to: dayInput.optional() });
/** The default range of days, which is also the longest. */
const USUAL_DAYS = 31;
const MOST_DAYS = 3660;

/**
 * The operator's routes that compare the carrier's list with our charges. For the loopback listener
 * only.
 */
export function reconciliationOpsRoutes(reconciliation: Reconciliation): OpsRoutes {
  return (app) => {
    const { clock } = reconciliation;
    const refuseFuture = (date: Day): void => {
      if (date > dayOf(clock.now()))
        throw invalidRequest([{ field: 'date', problem: 'must not be in the future' }]);
    };

    app.post('/ops/reconciliation', { schema: { body: dateBody } }, async (request) => {
      const { date, carrier } = request.body as z.output<typeof dateBody>;
      refuseFuture(date);
      const carrierBooks =
        carrier === undefined ? reconciliation.all : [reconciliation.of(carrier)];
      // A carrier that does not answer does not stop the comparison of the others.
      const compared = await Promise.allSettled(
        carrierBooks.map((books) => finish(books.byList(date))),
      );
      return sumOf(
        compared.map((result) =>
          result.status === 'fulfilled' ? result.value : refuseByName(result.reason),
        ),
      );
    });

    app.get('/ops/reconciliation', { schema: { querystring: rangeQuery } }, async (request) => {
      const { from, to } = request.query as z.output<typeof rangeQuery>;
      const last = to ?? dayOf(clock.now());
      const first = from ?? daysAfter(last, 1 - USUAL_DAYS);
      if (first > last) throw invalidRequest([{ field: 'from', problem: 'must not be after to' }]);
      if (daysAfter(first, MOST_DAYS) < last)
        throw invalidRequest([
          { field: 'from', problem: `must be at most ${MOST_DAYS} days before to` },
        ]);
      const rows = await Promise.all(reconciliation.all.map(({ between }) => between(first, last)));
      return { data: rows.flat().sort(byDay).map(resultView) };
    });

    void app.register(async (files) => {
      // The file is read as a stream and never held in memory.
      files.addContentTypeParser('text/csv', (_request, payload, done) =>
        done(null, bodyAsItArrives(payload)),
      );
      files.post(
        '/ops/reconciliation/file',
        { schema: { querystring: dateBody } },
        async (request) => {
          const { date, carrier } = request.query as z.output<typeof dateBody>;
          const file = request.body as Readable | undefined;
          const isFile =
            file !== undefined &&
            request.headers['content-type']?.toLowerCase().startsWith('text/csv');
          if (!isFile)
            throw new AppError('unsupported_media_type', 'The file must be sent as text/csv.');
          try {
            refuseFuture(date);
            if (Number(request.headers['content-length'] ?? 0) > FILE_LIMIT)
              throw new SettlementFileTooLargeError();
            const { edgesCompared, ...counts } = await finish(
              reconciliation.of(carrier).byFile(date, readSettlementFile(file, date)),
            );
            return { ...counts, edges_compared: edgesCompared };
          } catch (error) {
            return refuseByName(error);
          }
        },
      );
    });
  };
}

/** Sums the comparisons with all carriers. */
function sumOf(all: readonly Counts[]): Counts {
  const sum = { matched: 0, missing_here: 0, missing_there: 0, differing: 0 };
  for (const counts of all) {
    sum.matched += counts.matched;
    sum.missing_here += counts.missing_here;
    sum.missing_there += counts.missing_there;
    sum.differing += counts.differing;
  }
  return sum;
}

function byDay(reconciled: ReconciliationRow, other: ReconciliationRow): number {
  return reconciled.day < other.day ? -1 : Number(reconciled.day > other.day);
}

function refuseByName(error: unknown): never {
  if (error instanceof CarrierUnavailableError) {
    throw new AppError(
      'carrier_unavailable',
      "The carrier's list cannot be had just now. Please try again later.",
      { cause: error },
    );
  }
  if (error instanceof BeingComparedError)
    throw new AppError(
      'conflict',
      'This day is being compared just now. Please try again in a few minutes.',
    );
  if (error instanceof SettlementFileTooLargeError) {
    throw new AppError(
      'payload_too_large',
      `The file is larger than ${FILE_LIMIT / 1_000_000} megabytes.`,
    );
  }
  if (error instanceof DoubleEntryError)
    throw invalidFile(error.place, 'payment_id', 'stands in the file already');
  if (error instanceof SettlementFileError)
    throw invalidFile(error.line, error.field, error.problem);
  throw error;
}

function invalidFile(line: number, field: string, problem: string): AppError {
  return new AppError(
    'invalid_request',
    `The file is not valid, and nothing of it was kept: line ${line}: ${field}: ${problem}`,
    {
      fields: [{ field, problem: `line ${line}: ${problem}` }],
    },
  );
}

function resultView(row: ReconciliationRow) {
  const {
    carrierId: carrier,
    day: date,
    source,
    matched,
    missingHere,
    missingThere,
    differing,
    at,
  } = row;
  return {
    date,
    carrier,
    source,
    matched,
    missing_here: missingHere,
    missing_there: missingThere,
    differing,
    at: at.toISOString(),
  };
}
