import { type DataBudget, readBudget } from '@bonisa/domain/data-budget';
import { formatMegabytes } from '@bonisa/domain/megabytes';
import { type FormEvent, useState } from 'react';
import { Button } from '../design/button.tsx';
import { TextField } from '../design/text-field.tsx';
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
      return setProblem('Type a whole number of megabytes, such as 500.');
    }
    dataMeter.setBudget(megabytes);
    finish(`Your budget is ${formatMegabytes(megabytes)} a month.`);
  };
  return (
    <form className="mt-3 grid gap-3" onSubmit={save} noValidate>
      <TextField
        key={budget?.megabytes}
        label="Megabytes a month (MB)"
        name="budget"
        inputMode="numeric"
        autoComplete="off"
        placeholder="500"
        defaultValue={budget?.megabytes}
        error={problem}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary">
          Save budget
        </Button>
        {budget ? (
          <Button
            onClick={() => {
              dataMeter.setBudget(undefined);
              finish('You have no budget now.');
            }}
          >
            Remove budget
          </Button>
        ) : null}
      </div>
      <p role="status" className="text-quiet">
        {done}
      </p>
    </form>
  );
}
