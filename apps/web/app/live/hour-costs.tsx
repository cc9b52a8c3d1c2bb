import type { DataCosts } from '@bonisa/contract/title-facts';
import { CAPS, type Cap, DATA_CHOICES, type DataChoice } from '@bonisa/domain/playback/data-choice';
import { formatMegabytes } from '@bonisa/domain/playback/megabytes';
import { useSyncExternalStore } from 'react';
import { capHere, choiceNow, costAt, onChoice } from '../data/data-choice.ts';
import { say } from '../words/words.ts';

const NAMES: Readonly<Record<DataChoice, () => string>> = {
  audio: () => say('usage.choice.audio'),
  saver: () => say('usage.choice.saver'),
  standard: () => say('usage.choice.standard'),
  best: () => say('usage.choice.best'),
};

/** What the server shows: no screen is known yet. */
const USUAL: Readonly<Record<DataChoice, Cap>> = { audio: 0, saver: 240, standard: 480, best: 720 };

/** What an hour of live costs at each data choice on this screen. */
export function HourCosts({ costs }: { costs: DataCosts | null }) {
  const key = useSyncExternalStore(
    onChoice,
    () => `${choiceNow()} ${DATA_CHOICES.map(capHere).join(' ')}`,
    () => '',
  );
  if (!costs) return null;
  const [inForce = 'saver', ...shown] = key.split(' ');
  return (
    <div className="hour-costs">
      <p className="text-small text-quiet" id="hour-costs">
        {say('live.hour_costs')}
      </p>
      <dl aria-labelledby="hour-costs">
        {DATA_CHOICES.map((choice, index) => (
          <div key={choice} data-chosen={choice === (inForce || 'saver') || undefined}>
            <dt>{NAMES[choice]()}</dt>
            <dd className="megabytes" data-unknown={key === '' || undefined}>
              {formatMegabytes(costAt(costs, capFrom(shown[index]) ?? USUAL[choice]))}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function capFrom(text: string | undefined): Cap | undefined {
  return CAPS.find((cap) => String(cap) === text);
}
