import type { DataCosts } from '@bonisa/contract/title-facts';
import type { DataBudget } from '@bonisa/domain/playback/data-budget';
import { DATA_CHOICES, type DataChoice } from '@bonisa/domain/playback/data-choice';
import { totalOf, type UsedBytes, usedIn, usedOn } from '@bonisa/domain/playback/data-use';
import { formatMegabytes, megabytesOf } from '@bonisa/domain/playback/megabytes';
import { dayOf, monthOf } from '@bonisa/domain/south-african-time';
import { type ReactNode, useId, useState, useSyncExternalStore } from 'react';
import { RadioList } from '../design/radio-list.tsx';
import { say } from '../words/words.ts';
import { BudgetForm } from './budget-form.tsx';
import { CHOICE_WORDS, CHOICES_OFFERED } from './choice-words.ts';
import { AHEAD_KEY, capHere, choiceNow, choose, costAt, onChoice } from './data-choice.ts';
import { dataMeter } from './data-meter.start.ts';
import { networkNow } from './network.ts';

/** The data use of this device: today, this month, the budget, and the choice for watching. */
export default function DataUseScreen({ hourCosts }: { hourCosts: DataCosts | null }) {
  const { use, budget } = useSyncExternalStore(dataMeter.listen, dataMeter.read);
  const now = new Date();
  const month = usedIn(use, monthOf(now));
  return (
    <div className="grid gap-8">
      <section aria-labelledby="used">
        <h2 id="used" className="text-heading">
          {say('profile.on_device')}
        </h2>
        <div className="data-figures mt-3">
          <Figure term={say('usage.today')} used={usedOn(use, dayOf(now))} />
          <Figure term={say('usage.this_month')} used={month}>
            {budget ? <BudgetBar budget={budget} bytes={totalOf(month)} /> : null}
          </Figure>
        </div>
      </section>
      <section aria-labelledby="budget">
        <h2 id="budget" className="text-heading">
          {say('usage.budget')}
        </h2>
        <p className="mt-1 text-quiet">{say('usage.budget.help')}</p>
        <BudgetForm budget={budget} />
      </section>
      <Choice hourCosts={hourCosts} />
      <section aria-labelledby="counted">
        <h2 id="counted" className="text-heading">
          {say('usage.counted')}
        </h2>
        <p className="mt-1 text-quiet">{say('usage.counted.help')}</p>
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
        {say('usage.split', { media: megabytes(used.media), site: megabytes(used.site) })}
      </p>
      {children}
    </div>
  );
}

function BudgetBar({ budget, bytes }: { budget: DataBudget; bytes: number }) {
  const all = budget.megabytes * 1_000_000;
  const share = Math.min(1, bytes / all);
  const left = all - bytes;
  const size = formatMegabytes(budget.megabytes);
  return (
    <>
      <div className="data-bar mt-3" data-full={share >= 0.8 ? '' : undefined} aria-hidden="true">
        <i style={{ width: `${share * 100}%` }} />
      </div>
      <p className="mt-1 text-small text-quiet">
        {left > 0
          ? say('usage.budget.left', { left: megabytes(left), budget: size })
          : say('usage.budget.used_up', { budget: size })}
      </p>
    </>
  );
}

/** The choice for the network that this device is on; the browser may change networks any time. */
function Choice({ hourCosts }: { hourCosts: DataCosts | null }) {
  const choice = useSyncExternalStore(onChoice, choiceNow);
  const network = useSyncExternalStore(onChoice, networkNow);
  const heading = network === 'metered' ? say('usage.on_mobile') : say('usage.on_wifi');
  return (
    <section aria-labelledby="choice">
      <h2 id="choice" className="text-heading">
        {heading}
      </h2>
      <p className="mt-1 mb-3 text-quiet">{say('usage.choice.help')}</p>
      <RadioList
        key={`${network} ${choice}`}
        legend={heading}
        legendHidden
        name="choice"
        defaultValue={choice}
        choices={CHOICES_OFFERED.map((value) => ({
          value,
          label: CHOICE_WORDS[value].name(),
          note: noteOf(value, hourCosts),
        }))}
        onChange={(value) => {
          const chosen = DATA_CHOICES.find((one): one is DataChoice => one === value);
          if (chosen) choose(chosen);
        }}
      />
      {network === 'metered' ? <AheadSetting /> : null}
    </section>
  );
}

function wantsAhead(): boolean {
  try {
    return localStorage.getItem(AHEAD_KEY) === '1';
  } catch {
    return false;
  }
}

function wantAhead(isWanted: boolean): void {
  try {
    if (isWanted) localStorage.setItem(AHEAD_KEY, '1');
    else localStorage.removeItem(AHEAD_KEY);
  } catch {
    // Without storage it stays as usual.
  }
}

/** Whether titles start sooner here too, for data that may be spent in vain. */
function AheadSetting() {
  const note = useId();
  const [isWanted, setWanted] = useState(wantsAhead);
  return (
    <div className="mt-4">
      <label className="check">
        <input
          type="checkbox"
          checked={isWanted}
          aria-describedby={note}
          onChange={({ currentTarget: { checked } }) => {
            setWanted(checked);
            wantAhead(checked);
          }}
        />
        <span>{say('usage.ahead')}</span>
      </label>
      <p id={note} className="mt-1 text-small text-quiet">
        {say('usage.ahead.note')}
      </p>
    </div>
  );
}

/** What a choice gives, and what an hour of it costs on this screen. */
function noteOf(choice: DataChoice, hourCosts: DataCosts | null): string {
  const note = CHOICE_WORDS[choice].note();
  if (!hourCosts) return note;
  const cost = formatMegabytes(costAt(hourCosts, capHere(choice)));
  return `${note} · ${say('live.settings.data')}: ${cost}`;
}

function megabytes(bytes: number): string {
  return formatMegabytes(megabytesOf(bytes));
}
