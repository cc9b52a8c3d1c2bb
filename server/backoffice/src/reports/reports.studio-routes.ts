import * as calls from '@bonisa/contract/studio/reports.calls';
import { csvStream, sendCsv } from '@bonisa/kit/http/csv-file';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import type { MoneyReports } from './money-report.service.ts';
import { fileOf, groupedFile, recordFile, reportQueryOf } from './report-file.ts';
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

function moneyFiles(money: MoneyReports) {
  const rowsOf = {
    money: calls.moneyReport.reply.shape.data.element,
    denials: calls.denialReport.reply.shape.data.element,
    unknown: calls.unknownReport.reply.shape.data.element,
    ledger: calls.ledgerReport.reply.shape.data.element,
    vat: calls.vatReport.reply.shape.data.element,
  };
  return {
    money: async (query: object) =>
      groupedFile(rowsOf.money, await money.money(reportQueryOf(calls.moneyReport, query))),
    denials: async (query: object) =>
      fileOf(rowsOf.denials, (await money.denials(reportQueryOf(calls.denialReport, query))).data),
    unknown: async (query: object) =>
      fileOf(rowsOf.unknown, (await money.unknown(reportQueryOf(calls.unknownReport, query))).data),
    ledger: async (query: object) =>
      fileOf(rowsOf.ledger, (await money.ledger(reportQueryOf(calls.ledgerReport, query))).data),
    vat: async (query: object) =>
      fileOf(rowsOf.vat, (await money.vat(reportQueryOf(calls.vatReport, query))).data),
  };
}

function subscriberFiles(subscribers: SubscriberReports) {
  return {
    subscribers: async (query: object) =>
      groupedFile(
        calls.subscriberReport.reply.shape.data.element,
        await subscribers.subscribers(reportQueryOf(calls.subscriberReport, query)),
      ),
    cohorts: async (query: object) => {
      const { data } = await subscribers.cohorts(reportQueryOf(calls.cohortReport, query));
      const rows = data.flatMap(({ cohort, began, kept }) =>
        kept.map((left, age) => ({ cohort, began, age, kept: left })),
      );
      return { columns: ['cohort', 'began', 'age', 'kept'], rows };
    },
  };
}
