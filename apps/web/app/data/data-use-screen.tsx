import type { DataBudget } from '@bonisa/domain/data-budget';
import { DATA_CHOICES, type DataChoice } from '@bonisa/domain/data-choice';
import { totalOf, type UsedBytes, usedIn, usedOn } from '@bonisa/domain/data-use';
import { formatMegabytes, megabytesOf } from '@bonisa/domain/megabytes';
import { dayOf, monthOf } from '@bonisa/domain/south-african-time';
import { type ReactNode, useSyncExternalStore } from 'react';
import { RadioList } from '../design/radio-list.tsx';
import { BudgetForm } from './budget-form.tsx';
import { CHOICE_WORDS, CHOICES_OFFERED } from './choice-words.ts';
import { choiceNow, choose, onChoice } from './data-choice.ts';
import { dataMeter } from './data-meter.start.ts';
import { networkNow } from './network.ts';

/** The data use of this device: today, this month, the budget, and the choice for watching. */
export default function DataUseScreen() {
  const { use, budget } = useSyncExternalStore(dataMeter.listen, dataMeter.read);
  const now = new Date();
  const month = usedIn(use, monthOf(now));
  return (
    <div className="grid gap-8">
      <section aria-labelledby="used">
        <h2 id="used" className="text-heading">
          On this device
        </h2>
        <div className="data-figures mt-3">
          <Figure term="Today" used={usedOn(use, dayOf(now))} />
          <Figure term="This month" used={month}>
            {budget ? <BudgetBar budget={budget} bytes={totalOf(month)} /> : null}
          </Figure>
        </div>
      </section>
      <section aria-labelledby="budget">
        <h2 id="budget" className="text-heading">
          Monthly budget
        </h2>
        <p className="mt-1 text-quiet">
          We tell you when 80 % of it is used. When all of it is used, we ask before anything plays
          on.
        </p>
        <BudgetForm budget={budget} />
      </section>
      <Choice />
      <section aria-labelledby="counted">
        <h2 id="counted" className="text-heading">
          How it is counted
        </h2>
        <p className="mt-1 text-quiet">
          Your browser tells this page the size of each file that it receives. The figures stay on
          this device. They leave out what your browser sends, what it fetches while no page is
          open, pages that you leave within seconds, and other browsers and apps. Your carrier's own
          count decides what you pay.
        </p>
      </section>
    </div>
  );
}

function Figure({ term, used, children }: { term: string; used: UsedBytes; children?: ReactNode }) {
  return (
    <div className="data-figure">
      <h3 className="text-small text-quiet">{term}</h3>
      <p className="data-total">{megabytes(totalOf(used))}</p>
      <p className="text-small text-quiet">
        Video and sound {megabytes(used.media)}, the rest of the site {megabytes(used.site)}
      </p>
      {children}
    </div>
  );
}

function BudgetBar({ budget, bytes }: { budget: DataBudget; bytes: number }) {
  const all = budget.megabytes * 1_000_000;
  const share = Math.min(1, bytes / all);
  const left = all - bytes;
  return (
    <>
      <div className="data-bar mt-3" data-full={share >= 0.8 ? '' : undefined} aria-hidden="true">
        <i style={{ width: `${share * 100}%` }} />
      </div>
      <p className="mt-1 text-small text-quiet">
        {left > 0
          ? `${megabytes(left)} of ${formatMegabytes(budget.megabytes)} left`
          : `The budget of ${formatMegabytes(budget.megabytes)} is used up`}
      </p>
    </>
  );
}

/** The choice for the network that this device is on; the browser may change networks any time. */
function Choice() {
  const choice = useSyncExternalStore(onChoice, choiceNow);
  const network = useSyncExternalStore(onChoice, networkNow);
  const where = network === 'metered' ? 'mobile data' : 'Wi-Fi';
  return (
    <section aria-labelledby="choice">
      <h2 id="choice" className="text-heading">
        Watching on {where}
      </h2>
      <p className="mt-1 mb-3 text-quiet">
        The button that plays a title says what it costs with your choice.
      </p>
      <RadioList
        key={`${network} ${choice}`}
        legend={`Data for watching on ${where}`}
        legendHidden
        name="choice"
        defaultValue={choice}
        choices={CHOICES_OFFERED.map((value) => ({
          value,
          label: CHOICE_WORDS[value].name,
          note: CHOICE_WORDS[value].note,
        }))}
        onChange={(value) => {
          const chosen = DATA_CHOICES.find((one): one is DataChoice => one === value);
          if (chosen) choose(chosen);
        }}
      />
    </section>
  );
}

function megabytes(bytes: number): string {
  return formatMegabytes(megabytesOf(bytes));
}
