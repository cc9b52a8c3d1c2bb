import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { studioName } from '../calls/settings.ts';

export interface PageProps {
  readonly title: string;
  /** One sentence on what this screen is for. */
  readonly intro?: ReactNode;
  /** Where this screen belongs: `[{to: '/titles', label: 'Titles'}]`. */
  readonly trail?: readonly { readonly to: string; readonly label: string }[];
  /** Buttons at the right of the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A screen: its title (also the tab's), its actions, its content. */
export function Page({ title, intro, trail = [], actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · ${studioName()}`;
  }, [title]);
  return (
    <>
      {trail.length > 0 && (
        <nav aria-label="Where you are" className="mb-1 text-small">
          <ol className="flex flex-wrap gap-x-2">
            {trail.map(({ to, label }) => (
              <li key={to} className="after:ml-2 after:text-muted after:content-['/']">
                <Link to={to} className="text-mark underline">
                  {label}
                </Link>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <header className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 max-w-[46rem]">
          <h1 id="page-title" tabIndex={-1} className="text-title">
            {title}
          </h1>
          {intro && <p className="mt-1 text-muted">{intro}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </>
  );
}

/** A part of a screen on a sheet of its own. */
export function Card({
  id,
  title,
  actions,
  children,
}: {
  /** For links to this part. */
  readonly id?: string;
  readonly title?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section id={id} className="mb-5 rounded-card border border-rule bg-sheet p-5">
      {(title || actions) && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          {title && <h2 className="text-heading">{title}</h2>}
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  );
}

/** Names and values of one thing. */
export function Facts({
  facts,
}: {
  readonly facts: readonly { readonly name: string; readonly value: ReactNode }[];
}) {
  return (
    <dl className="grid grid-cols-[minmax(8rem,max-content)_1fr] gap-x-6 gap-y-2">
      {facts.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
