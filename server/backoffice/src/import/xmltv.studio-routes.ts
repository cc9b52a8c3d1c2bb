import { json } from 'node:stream/consumers';
import type { LiveWeek, LiveWeeks } from '@bonisa/content/editing/live-weeks.service';
import { writing } from '@bonisa/content/editing/studio-writing';
import { exportXmltv, importXmltv, LONGEST_XMLTV } from '@bonisa/contract/studio/programme.calls';
import type { Clock } from '@bonisa/kit/clock/clock';
import { AppError } from '@bonisa/kit/http/app-error';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import type { ImportReader } from './read-import.ts';
import { type ReadXmltv, writeXmltv, type XmltvAnswer } from './xmltv.ts';

const MINUTE = 60_000;
const WEEK = 7 * 24 * 60 * MINUTE;
/** A character of a text in JSON may be six bytes. */
const MOST_BYTES = 3 * LONGEST_XMLTV;

/** The calls of the studio for XMLTV files of the dated programmes of a live channel. */
export function xmltvStudioRoutes({
  weeks,
  reader,
  clock,
}: {
  readonly weeks: LiveWeeks;
  readonly reader: ImportReader;
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
      limit: 'write',
      bodyLimit: MOST_BYTES,
      handle: async ({ params: { key }, body, actor, audit }) => {
        const { version, xml, dry_run: isDryRun = false } = body;
        const before = await weeks.read(key);
        const { slug, title } = before;
        const options = { xmltv: { ids: [key, slug], title } };
        const answer = await reader.read(actor.id, options, async () => Buffer.from(xml));
        const { programmes, remarks } = programmesOf((await json(answer)) as XmltvAnswer);
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

function programmesOf(answer: XmltvAnswer): ReadXmltv {
  if (!('problems' in answer)) return answer;
  const fields = answer.problems.map((problem) => ({ field: 'xml', problem }));
  throw new AppError('invalid_request', `Nothing was read: ${answer.problems[0]}.`, { fields });
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
