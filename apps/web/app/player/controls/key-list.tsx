import { Sheet } from './sheet.tsx';

const KEYS: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['Space', 'K'], 'Play or pause'],
  [['J', 'L'], '10 seconds back or on'],
  [['←', '→'], '10 seconds back or on'],
  [['↑', '↓'], 'Louder or softer'],
  [['0', '9'], 'Jump to 0 … 90 %'],
  [['M'], 'Sound off or on'],
  [['C'], 'Captions'],
  [['F'], 'Full screen'],
  [['?'], 'This list'],
  [['Esc'], 'Close'],
];

/** The list of the player's keys, opened by the question mark. */
export function KeyList({ onClose }: { onClose(): void }) {
  return (
    <Sheet heading="Keys of the player" onClose={onClose}>
      <dl className="key-list">
        {KEYS.map(([keys, what]) => (
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
