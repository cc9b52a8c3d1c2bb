import * as calls from '@bonisa/contract/studio/reports.calls';
import { csvStream, sendCsv } from '../platform/http/csv-file.ts';
import type { StudioRoutes } from '../platform/http/studio-listener.ts';
import type { Grouping } from './money-report.repository.ts';
import type { Asked, MoneyReports } from './money-report.service.ts';
import { fileOf, recordFile } from './report-file.ts';
import type { SubscriberReports } from './subscriber-report.service.ts';

export interface ReportServices {
  readonly money: MoneyReports;
  readonly subscribers: SubscriberReports;
}

/** The calls of the studio that read reports of money and subscribers, and their files. */
export function reportStudioRoutes({ money, subscribers }: ReportServices): StudioRoutes {
  return ({ register }) => {
    register(calls.moneyReport, { limit: 'read', handle: ({ query }) => money.money(query) });
    register(calls.denialReport, { limit: 'read', handle: ({ query }) => money.denials(query) });
    register(calls.unknownReport, { limit: 'read', handle: ({ query }) => money.unknown(query) });
    register(calls.ledgerReport, { limit: 'read', handle: ({ query }) => money.ledger(query) });
    register(calls.vatReport, { limit: 'read', handle: ({ query }) => money.vat(query) });
    register(calls.subscriberReport, {
      limit: 'read',
      handle: ({ query }) => subscribers.subscribers(query),
    });
    register(calls.cohortReport, {
      limit: 'read',
      handle: ({ query }) => subscribers.cohorts(query),
    });
    const files = moneyFiles(money);
    register(calls.moneyFile, {
      limit: 'read',
      handle: async ({ params: { report }, query, audit, reply }) => {
        const { columns, rows } = await files[report](query);
        await recordFile(audit, report, query, rows.length);
        return sendCsv(reply, report, csvStream(columns, rows));
      },
    });
    const ofSubscribers = subscriberFiles(subscribers);
    register(calls.audienceFile, {
      limit: 'read',
      handle: async ({ params: { report }, query, audit, reply }) => {
        const { columns, rows } = await ofSubscribers[report](query);
        await recordFile(audit, report, query, rows.length);
        return sendCsv(reply, report, csvStream(columns, rows));
      },
    });
  };
}

type FileQuery = Asked & { readonly by: Grouping };

function moneyFiles(money: MoneyReports) {
  const rowsOf = {
    money: calls.moneyReport.reply.shape.data.element,
    denials: calls.denialReport.reply.shape.data.element,
    unknown: calls.unknownReport.reply.shape.data.element,
    ledger: calls.ledgerReport.reply.shape.data.element,
    vat: calls.vatReport.reply.shape.data.element,
  };
  return {
    money: async (query: FileQuery) => fileOf(rowsOf.money, (await money.money(query)).data),
    denials: async (query: FileQuery) => fileOf(rowsOf.denials, (await money.denials(query)).data),
    unknown: async (query: FileQuery) => fileOf(rowsOf.unknown, (await money.unknown(query)).data),
    ledger: async (query: FileQuery) => fileOf(rowsOf.ledger, (await money.ledger(query)).data),
    vat: async (query: FileQuery) => fileOf(rowsOf.vat, (await money.vat(query)).data),
  };
}

function subscriberFiles(subscribers: SubscriberReports) {
  return {
    subscribers: async (query: FileQuery) =>
      fileOf(
        calls.subscriberReport.reply.shape.data.element,
        (await subscribers.subscribers(query)).data.map((row) => ({ ...row })),
      ),
    cohorts: async ({ grain, ...query }: FileQuery & { readonly grain?: string | undefined }) => {
      const { data } = await subscribers.cohorts({
        ...query,
        grain: grain === 'month' ? 'month' : 'week',
      });
      const rows = data.flatMap(({ cohort, began, kept }) =>
        kept.map((left, age) => ({ cohort, began, age, kept: left })),
      );
      return { columns: ['cohort', 'began', 'age', 'kept'], rows };
    },
  };
}
