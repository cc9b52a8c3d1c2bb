import { say } from '../../words/words.ts';
import { Sheet } from './sheet.tsx';

const keyWords = (): readonly (readonly [keys: readonly string[], what: string])[] => [
  [[say('player.keys.space'), 'K'], say('player.keys.play')],
  [['J', 'L'], say('player.keys.skip')],
  [['←', '→'], say('player.keys.skip')],
  [['↑', '↓'], say('player.keys.volume')],
  [['0', '9'], say('player.keys.jump')],
  [['M'], say('player.keys.sound')],
  [['C'], say('player.captions')],
  [['F'], say('player.full_screen')],
  [['?'], say('player.keys.list')],
  [['Esc'], say('close')],
];

/** The list of the player's keys, opened by the question mark. */
export function KeyList({ onClose }: { onClose(): void }) {
  return (
    <Sheet heading={say('player.keys')} onClose={onClose}>
      <dl className="key-list">
        {keyWords().map(([keys, what]) => (
          <div key={keys.join()}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
