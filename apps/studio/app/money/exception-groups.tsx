import {
  decideExceptionGroup,
  listExceptionGroups,
} from '@bonisa/contract/studio/settlement.calls';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { useMay } from '../calls/person.tsx';
import { carrierName } from '../calls/settings.ts';
import { useAct, useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { useConfirm } from '../design/confirm.tsx';
import { TextField } from '../design/fields.tsx';
import { count, counted } from '../design/money.ts';
import { Card } from '../design/page.tsx';
import { Notice, Problem } from '../design/states.tsx';
import { Table } from '../design/table.tsx';
import { money } from '../reports/words.ts';
import { KINDS } from './exception-kinds.ts';

type Group = (typeof listExceptionGroups)['reply']['_output']['data'][number];
type Refused = (typeof decideExceptionGroup)['reply']['_output']['refused'];
type Choice = (typeof decideExceptionGroup)['body']['_input']['choice'];

/** What a choice does to each exception of a group. */
const EFFECTS: Readonly<Record<Choice, string>> = {
  post: 'It is posted',
  dismiss: 'Nothing is posted',
  give_back: 'It is posted, and the carrier is asked to give it back',
  refund: 'The carrier is asked again to give it back',
  taken: 'The charge becomes taken',
  not_taken: 'The charge becomes not taken',
  given_back: 'The refund becomes given back',
  not_given_back: 'The refund becomes not given back',
};

/** Decides many open exceptions of one kind at once, such as after a restore. */
export function ExceptionGroups() {
  const may = useMay('money:act');
  const [day, setDay] = useState('');
  const { data, error } = useRead(listExceptionGroups, { query: { day } });
  const { act, error: refusal } = useAct(decideExceptionGroup);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused>([]);
  const confirm = useConfirm();
  const notify = useNotify();

  /** The product decides some in each call, and says what the next one is about. */
  const decideAll = async ({ choices: _, ...group }: Group, choice: Choice, reason: string) => {
    const left: Refused = [];
    let decided = 0;
    let rest: Pick<Group, 'count' | 'amount'> | null = group;
    while (rest) {
      const body = { ...group, ...rest, choice, reason, day };
      const answer = await act({ body });
      if (!answer) break;
      decided += answer.decided;
      left.push(...answer.refused);
      rest = answer.rest;
    }
    setRefused(left);
    notify(`Decided: ${count(decided)}.`, { type: decided > 0 ? 'success' : 'info' });
  };
  const decide = async (group: Group, { choice, words }: Group['choices'][number]) => {
    const effect = EFFECTS[choice as Choice];
    const answer = await confirm({
      title: `Decide ${counted(group.count, 'exception')} at once?`,
      text: `${words}. ${effect}: ${money(group.amount)} in all. This cannot be taken back.`,
      button: 'Decide all',
      danger: true,
      reason: true,
    });
    if (!answer) return;
    setBusy(true);
    await decideAll(group, choice as Choice, answer.reason).finally(() => setBusy(false));
  };
  return (
    <Card title="Decide many at once">
      <div className="max-w-[20rem]">
        <TextField
          label="Of the list of this day"
          hint="Without a day: all that are open."
          type="date"
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
      </div>
      {(error ?? refusal) && <Problem error={error ?? refusal} />}
      {refused.length > 0 && (
        <Notice tone="warning">
          <p>{counted(refused.length, 'exception')} could not be decided and stay open:</p>
          <ul>
            {refused.slice(0, 20).map(({ id, reference, why }) => (
              <li key={id}>
                {reference ?? id}: {why}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {data && data.data.length > 0 && (
        <Table
          caption="Open exceptions by what can be decided"
          rows={data.data}
          keyOf={({ carrier, kind, posting }) => `${carrier} ${kind} ${posting}`}
          columns={[
            { head: 'What', cell: ({ kind }) => KINDS[kind] },
            { head: 'Carrier', cell: ({ carrier }) => carrierName(carrier) },
            { head: 'How many', align: 'right', cell: (group) => count(group.count) },
            { head: 'About', align: 'right', cell: ({ amount }) => money(amount) },
            {
              head: 'Decide all of them',
              cell: (group) =>
                may && (
                  <div className="flex flex-wrap gap-1">
                    {group.choices.map((one) => (
                      <Button
                        key={one.choice}
                        size="small"
                        tone="quiet"
                        className="max-w-full whitespace-normal!"
                        disabled={isBusy}
                        onClick={() => decide(group, one)}
                      >
                        {one.words}
                      </Button>
                    ))}
                  </div>
                ),
            },
          ]}
        />
      )}
    </Card>
  );
}
