import * as calls from '@bonisa/contract/studio/audience.calls';
import { csvStream, sendCsv } from '@bonisa/kit/http/csv-file';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import type { AudienceReports } from './audience-report.service.ts';
import { fileOf, recordFile, reportQueryOf } from './report-file.ts';

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

function filesOf(audience: AudienceReports) {
  const rowsOf = {
    quality: calls.qualityReport.reply.shape.data.element,
    renditions: calls.renditionReport.reply.shape.data.element,
    titles: calls.titleReport.reply.shape.data.element,
    searches: calls.searchReport.reply.shape.data.element,
  };
  return {
    quality: async (query: object) =>
      fileOf(
        rowsOf.quality,
        (await audience.quality(reportQueryOf(calls.qualityReport, query))).data,
      ),
    renditions: async (query: object) => {
      const { data } = await audience.renditions(reportQueryOf(calls.renditionReport, query));
      return fileOf(rowsOf.renditions, data);
    },
    titles: async (query: object) =>
      fileOf(rowsOf.titles, (await audience.titles(reportQueryOf(calls.titleReport, query))).data),
    searches: async (query: object) => {
      const { data } = await audience.searches(reportQueryOf(calls.searchReport, query));
      return fileOf(
        rowsOf.searches,
        data.map((row) => ({ ...row })),
      );
    },
  };
}
