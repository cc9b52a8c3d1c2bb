import type { LegalPage } from '@bonisa/contract/legal-page-data';
import { DEFAULT_LANGUAGE, languageTag } from '@bonisa/domain/languages';
import { Link } from 'react-router';
import { language } from '../words/find-text.ts';
import { say } from '../words/words.ts';

/** The legal texts are the operator's own and count in English. */
const ENGLISH = languageTag(DEFAULT_LANGUAGE);

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
      {language() === DEFAULT_LANGUAGE ? null : (
        <p className="mb-4 text-quiet">{say('legal.in_english')}</p>
      )}
      <h1 lang={ENGLISH} className="text-title">
        {page.title}
      </h1>
      <p className="mt-2 text-small text-quiet">
        {say('legal.version', { version: page.version })}
      </p>
      <details className="fold mt-6">
        <summary>{say('legal.contents')}</summary>
        <nav aria-label={say('legal.on_this_page')} className="fold-body">
          <ol lang={ENGLISH} className="grid gap-x-6 md:grid-cols-2">
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
        <section
          lang={ENGLISH}
          key={section.anchor}
          id={section.anchor}
          className="mt-8 scroll-mt-20"
        >
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
