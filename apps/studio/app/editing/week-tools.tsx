import { exportXmltv, importXmltv } from '@bonisa/contract/studio/programme.calls';
import { type Day, daysAfter } from '@bonisa/domain/south-african-time';
import { useState } from 'react';
import { useAct } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { DropField } from '../design/drop-field.tsx';
import { SelectField, TextField } from '../design/fields.tsx';
import { FileLink } from '../design/file-link.tsx';
import { counted } from '../design/money.ts';
import { Card } from '../design/page.tsx';
import { Notice, Problem } from '../design/states.tsx';
import { type CopiedDay, copyDay, dayNames } from './week-dates.ts';
import { DAYS, type Dated, type Schedule } from './week-slots.ts';

/** What is done to more than one programme of a week. */

const named = (days: readonly string[]) =>
  days.map((label, value) => ({ value: String(value), label }));

/** Copies a day of the calendar to a date, or to a day of every week. */
export function CopyDay({
  schedule,
  monday,
  today,
  onCopy,
  onClose,
}: {
  readonly schedule: Schedule;
  /** The week of the calendar; undefined: every week. */
  readonly monday: Day | undefined;
  readonly today: Day;
  readonly onCopy: (schedule: Schedule, to: CopiedDay) => void;
  readonly onClose: () => void;
}) {
  const [day, setDay] = useState(0);
  const [target, setTarget] = useState('date');
  const [date, setDate] = useState<string>(today);
  const from: CopiedDay = monday ? { date: daysAfter(monday, day) } : { weekday: day };
  const copy = (): void => {
    const to: CopiedDay = target === 'date' ? { date: date as Day } : { weekday: Number(target) };
    onCopy(copyDay(schedule, from, to), to);
    onClose();
  };
  return (
    <Dialog title="Copy a day" onClose={onClose}>
      <SelectField
        label="Copy"
        choices={named(monday ? dayNames(monday) : DAYS)}
        value={String(day)}
        onChange={(event) => setDay(Number(event.target.value))}
      />
      <SelectField
        label="To"
        choices={[
          { value: 'date', label: 'A date' },
          ...DAYS.map((name, place) => ({ value: String(place), label: `Every ${name}` })),
        ]}
        value={target}
        onChange={(event) => setTarget(event.target.value)}
      />
      {target === 'date' && (
        <TextField
          label="Date"
          type="date"
          value={date}
          onChange={(event) => setDate(event.target.value)}
        />
      )}
      <p className="mb-4 text-small text-muted">
        Programmes that begin on that day already are replaced. Nothing is saved yet.
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Do not copy</Button>
        <Button tone="action" disabled={target === 'date' && date === ''} onClick={copy}>
          Copy the day
        </Button>
      </div>
    </Dialog>
  );
}

/** Brings dated programmes from an XMLTV file into the calendar, and saves them as one. */
export function XmltvFiles({
  channel,
  isChanged,
  onRead,
}: {
  readonly channel: string;
  /** Something is not saved: a file would be read on top of what is saved. */
  readonly isChanged: boolean;
  /** Takes the dated programmes as they would be with those of the file. */
  readonly onRead: (dated: readonly Dated[]) => void;
}) {
  const params = { key: channel };
  const read = useAct(importXmltv);
  const [remarks, setRemarks] = useState<{ read: number; words: readonly string[] }>();
  const take = async (file: File): Promise<void> => {
    setRemarks(undefined);
    const body = { xml: await file.text(), dry_run: true };
    const answer = await read.act({ params, body });
    if (!answer) return;
    setRemarks({ read: answer.read, words: answer.remarks });
    onRead(answer.week.dated);
  };
  return (
    <Card
      title="XMLTV"
      actions={
        <FileLink
          href={exportXmltv.path.replace(':key', encodeURIComponent(channel))}
          label="Save the dated programmes as XMLTV"
        />
      }
    >
      <DropField
        button="Choose an XMLTV file"
        accept=".xml,application/xml,text/xml"
        disabled={isChanged || read.isBusy}
        onFiles={([file]) => void take(file)}
      >
        {isChanged && <p>Save or undo your changes first.</p>}
      </DropField>
      {read.error && <Problem error={read.error} />}
      {remarks && (
        <Notice tone={remarks.words.length > 0 ? 'warning' : 'good'}>
          <p>
            {counted(remarks.read, 'programme')} of the file are in the calendar. Look at them, and
            save the week.
          </p>
          <ul className="mt-2 max-h-48 list-disc overflow-auto pl-5">
            {remarks.words.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </Notice>
      )}
    </Card>
  );
}
