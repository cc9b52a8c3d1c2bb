import { type ReactNode, useState } from 'react';

/** The parts of screens that a person has opened, in this tab. */
const KEY = 'studio.open';

function opened(): readonly string[] {
  return JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
}

/** A part of a screen that opens; the tab remembers by `name` whether it is open. */
export function Fold({
  name,
  title,
  isFaulty = false,
  children,
}: {
  readonly name: string;
  readonly title: string;
  /** Something within is wrong: it opens by itself. */
  readonly isFaulty?: boolean;
  readonly children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(() => opened().includes(name));
  const toggle = (isNow: boolean): void => {
    const others = opened().filter((one) => one !== name);
    sessionStorage.setItem(KEY, JSON.stringify(isNow ? [...others, name] : others));
    setOpen(isNow);
  };
  return (
    <details
      id={name}
      open={isOpen || isFaulty}
      onToggle={(event) => toggle(event.currentTarget.open)}
      className="mb-3 rounded-card border border-rule bg-sheet"
    >
      <summary className="cursor-pointer px-5 py-3">
        <h2 className="inline text-base font-semibold">{title}</h2>
      </summary>
      <div className="px-5 pt-1 pb-3">{children}</div>
    </details>
  );
}
