import { type DataBudget, readBudget } from '@bonisa/domain/playback/data-budget';
import { formatMegabytes } from '@bonisa/domain/playback/megabytes';
import { type FormEvent, useState } from 'react';
import { Button } from '../design/button.tsx';
import { TextField } from '../design/text-field.tsx';
import { say } from '../words/words.ts';
import { dataMeter } from './data-meter.start.ts';

/** Sets, changes and removes the budget. */
export function BudgetForm({ budget }: { budget: DataBudget | undefined }) {
  const [problem, setProblem] = useState<string>();
  const [done, setDone] = useState('');
  const finish = (said: string) => {
    setProblem(undefined);
    setDone(said);
  };
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const megabytes = readBudget(String(new FormData(event.currentTarget).get('budget')));
    if (megabytes === undefined) {
      setDone('');
      return setProblem(say('usage.budget.whole'));
    }
    dataMeter.setBudget(megabytes);
    finish(say('usage.budget.is', { budget: formatMegabytes(megabytes) }));
  };
  return (
    <form className="mt-3 grid gap-3" onSubmit={save} noValidate>
      <TextField
        key={budget?.megabytes}
        label={say('usage.budget.label')}
        name="budget"
        inputMode="numeric"
        autoComplete="off"
        placeholder="500"
        defaultValue={budget?.megabytes}
        error={problem}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary">
          {say('usage.budget.save')}
        </Button>
        {budget ? (
          <Button
            onClick={() => {
              dataMeter.setBudget(undefined);
              finish(say('usage.budget.none'));
            }}
          >
            {say('usage.budget.remove')}
          </Button>
        ) : null}
      </div>
      <p role="status" className="text-quiet">
        {done}
      </p>
    </form>
  );
}
