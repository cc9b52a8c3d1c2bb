import { Button } from '../design/button.tsx';

/** What two people have of one thing, in words. */
export interface Sides {
  readonly name: string;
  readonly label: string;
  /** Who changed it, and when. */
  readonly note?: string;
  readonly theirs: string;
  readonly mine: string;
}

/** Both sides of each thing, to choose one of them: thing by thing, or all of one side. */
export function SideChoices({
  all,
  theirs,
  onChoose,
}: {
  readonly all: readonly Sides[];
  /** The names of those where theirs is chosen. */
  readonly theirs: ReadonlySet<string>;
  readonly onChoose: (theirs: ReadonlySet<string>) => void;
}) {
  const choose = (name: string, isTheirs: boolean): void => {
    const next = new Set(theirs);
    if (isTheirs) next.add(name);
    else next.delete(name);
    onChoose(next);
  };
  return (
    <>
      {all.length > 1 && (
        <div className="mb-4 flex flex-wrap gap-2">
          <Button size="small" onClick={() => onChoose(new Set(all.map(({ name }) => name)))}>
            Choose all of theirs
          </Button>
          <Button size="small" onClick={() => onChoose(new Set())}>
            Choose all of mine
          </Button>
        </div>
      )}
      {all.map(({ name, label, note, ...words }) => (
        <fieldset key={name} className="mb-4">
          <legend className="mb-1 font-semibold">{label}</legend>
          {note && <p className="mb-2 text-small text-muted">{note}</p>}
          <Choice
            name={name}
            label={`Theirs: ${words.theirs}`}
            checked={theirs.has(name)}
            onChoose={() => choose(name, true)}
          />
          <Choice
            name={name}
            label={`Mine: ${words.mine}`}
            checked={!theirs.has(name)}
            onChoose={() => choose(name, false)}
          />
        </fieldset>
      ))}
    </>
  );
}

function Choice({
  name,
  label,
  checked,
  onChoose,
}: {
  readonly name: string;
  readonly label: string;
  readonly checked: boolean;
  readonly onChoose: () => void;
}) {
  return (
    <label className="mb-1 flex gap-3">
      <input
        type="radio"
        name={name}
        className="mt-1 size-5 shrink-0 accent-mark"
        checked={checked}
        onChange={onChoose}
      />
      <span className="min-w-0 break-words">{label}</span>
    </label>
  );
}
