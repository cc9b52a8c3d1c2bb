import type { ReactNode } from 'react';

/** One line of a list of facts (`<dl className="facts">`): what it is about, and what is so. */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
