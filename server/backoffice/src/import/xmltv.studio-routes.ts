import type { LiveWeek, LiveWeeks } from '@bonisa/content/editing/live-weeks.service';
import { writing } from '@bonisa/content/editing/studio-writing';
import { exportXmltv, importXmltv, LONGEST_XMLTV } from '@bonisa/contract/studio/programme.calls';
import type { Clock } from '@bonisa/kit/clock/clock';
import { AppError } from '@bonisa/kit/http/app-error';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import { ImportError } from './import-row.ts';
import { type ReadXmltv, readXmltv, writeXmltv, type XmltvChannel } from './xmltv.ts';

const MINUTE = 60_000;
const WEEK = 7 * 24 * 60 * MINUTE;
/** A character of a text in JSON may be six bytes. */
const MOST_BYTES = 3 * LONGEST_XMLTV;

/** The calls of the studio for XMLTV files of the dated programmes of a live channel. */
export function xmltvStudioRoutes({
  weeks,
  clock,
}: {
  readonly weeks: LiveWeeks;
  readonly clock: Clock;
}): StudioRoutes {
  return ({ register }) => {
    register(exportXmltv, {
      limit: 'read',
      handle: async ({ params: { key }, reply }) => {
        const { slug, title, dated } = await weeks.read(key);
        const name = `${reply.server.filePrefix}-${slug}.xml`;
        void reply
          .header('content-type', 'application/xml; charset=utf-8')
          .header('content-disposition', `attachment; filename="${name}"`);
        return writeXmltv({ id: slug, title }, dated);
      },
    });
    register(importXmltv, {
      // The longest file holds the process up for half a second.
      limit: 'costly',
      bodyLimit: MOST_BYTES,
      handle: async ({ params: { key }, body, actor, audit }) => {
        const { version, xml, dry_run: isDryRun = false } = body;
        const before = await weeks.read(key);
        const { slug, title } = before;
        const { programmes, remarks } = read(xml, { ids: [key, slug], title });
        const since = clock.now().getTime() - WEEK;
        const dated = [...withoutSpanOf(programmes, before.dated, since), ...programmes];
        const week = await weeks.replace(
          key,
          { version, dated: dated.map((one) => ({ ...one })) },
          { ...writing(actor, audit, { kind: 'liveChannel', key }), isDryRun },
        );
        return { week, read: programmes.length, remarks: [...remarks] };
      },
    });
  };
}

function read(xml: string, channel: XmltvChannel): ReadXmltv {
  try {
    return readXmltv(xml, channel);
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    const fields = error.lines.map((problem) => ({ field: 'xml', problem }));
    throw new AppError('invalid_request', `Nothing was read: ${error.lines[0]}.`, { fields });
  }
}

type Timed = { readonly startsAt: string; readonly minutes: number };

const span = ({ startsAt, minutes }: Timed): readonly [number, number] => {
  const from = Date.parse(startsAt);
  return [from, from + minutes * MINUTE];
};

/** What stays of `before`: what ended after `since`, outside the time of the new programmes. */
function withoutSpanOf(
  programmes: ReadXmltv['programmes'],
  before: LiveWeek['dated'],
  since: number,
): LiveWeek['dated'] {
  const times = programmes.map(span);
  const from = Math.min(...times.map(([one]) => one));
  const until = Math.max(...times.map(([, one]) => one));
  return before.filter((one) => {
    const [begins, ends] = span(one);
    return ends > since && (ends <= from || begins >= until);
  });
}
