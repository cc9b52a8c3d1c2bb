import type { ReactNode } from 'react';

/** One line of a list of facts (`<dl className="facts">`): a term and its value. */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
