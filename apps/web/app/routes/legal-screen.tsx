import type { LegalPage } from '@bonisa/contract/legal-page-data';
import { Link } from 'react-router';

/**
 * Terms or privacy policy: contents (folded, because they fill a phone's screen), then each section
 * under its heading.
 */
export function LegalScreen({
  page,
  other,
}: {
  page: Omit<LegalPage, 'notice'>;
  other: { to: string; label: string };
}) {
  return (
    <article className="page-column">
      <h1 className="text-title">{page.title}</h1>
      <p className="mt-2 text-small text-quiet">Version of {page.version}</p>
      <details className="fold mt-6">
        <summary>Contents</summary>
        <nav aria-label="On this page" className="fold-body">
          <ol className="grid gap-x-6 md:grid-cols-2">
            {page.sections.map((section) => (
              <li key={section.anchor}>
                <a
                  href={`#${section.anchor}`}
                  className="text-link inline-flex min-h-11 items-center"
                >
                  {section.heading}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      </details>
      {page.sections.map((section) => (
        <section key={section.anchor} id={section.anchor} className="mt-8 scroll-mt-20">
          <h2 className="text-heading">{section.heading}</h2>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph} className="mt-3">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
      <p className="mt-10">
        <Link to={other.to} className="text-link inline-flex min-h-11 items-center">
          {other.label}
        </Link>
      </p>
    </article>
  );
}
