import * as calls from '@bonisa/contract/studio/audience.calls';
import { csvStream, sendCsv } from '../platform/http/csv-file.ts';
import type { StudioRoutes } from '../platform/http/studio-listener.ts';
import type { PlayGrouping, TitleOrder } from './audience-report.repository.ts';
import type { AudienceAsked, AudienceReports } from './audience-report.service.ts';
import { fileOf, recordFile } from './report-file.ts';

/** The calls of the studio that read reports of quality and audience, and their files. */
export function audienceStudioRoutes(audience: AudienceReports): StudioRoutes {
  return ({ register }) => {
    register(calls.qualityReport, {
      limit: 'read',
      handle: ({ query }) => audience.quality(query),
    });
    register(calls.renditionReport, {
      limit: 'read',
      handle: ({ query }) => audience.renditions(query),
    });
    register(calls.titleReport, { limit: 'read', handle: ({ query }) => audience.titles(query) });
    register(calls.searchReport, {
      limit: 'read',
      handle: ({ query }) => audience.searches(query),
    });
    const files = filesOf(audience);
    register(calls.qualityFile, {
      limit: 'read',
      handle: async ({ params: { report }, query, audit, reply }) => {
        const { columns, rows } = await files[report](query);
        await recordFile(audit, report, query, rows.length);
        return sendCsv(reply, report, csvStream(columns, rows));
      },
    });
  };
}

type FileQuery = AudienceAsked & {
  readonly by: PlayGrouping;
  readonly order: TitleOrder;
  readonly nothing: boolean;
  readonly limit: number;
};

function filesOf(audience: AudienceReports) {
  const rowsOf = {
    quality: calls.qualityReport.reply.shape.data.element,
    renditions: calls.renditionReport.reply.shape.data.element,
    titles: calls.titleReport.reply.shape.data.element,
    searches: calls.searchReport.reply.shape.data.element,
  };
  return {
    quality: async ({ from, to, kind, network, by }: FileQuery) =>
      fileOf(rowsOf.quality, (await audience.quality({ from, to, kind, network, by })).data),
    renditions: async ({ from, to, kind, network }: FileQuery) =>
      fileOf(rowsOf.renditions, (await audience.renditions({ from, to, kind, network })).data),
    titles: async ({ from, to, kind, order, limit }: FileQuery) =>
      fileOf(rowsOf.titles, (await audience.titles({ from, to, kind, order, limit })).data),
    searches: async ({ from, to, nothing, limit }: FileQuery) => {
      const { data } = await audience.searches({ from, to, nothing, limit });
      return fileOf(
        rowsOf.searches,
        data.map((row) => ({ ...row })),
      );
    },
  };
}
