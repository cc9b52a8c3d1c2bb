import type { BrandTextFiles } from '@bonisa/domain/brand/brand-files';
import { productNow } from '../calls/settings.ts';
import { Button } from '../design/button.tsx';
import { TextArea, TextField } from '../design/fields.tsx';
import { Notice } from '../design/states.tsx';
import { dayValue } from '../design/time.ts';
import { type LegalFile, legalFile, legalParts, withFile, withLegalWords } from './brand-draft.ts';
import { type BrandCheck, type BrandPart, problemAt } from './brand-form.ts';

type Page = NonNullable<BrandCheck['shown']>['terms'];

/** A legal text: its version, its words, and the page that viewers read. */
export function BrandLegal({
  files,
  onChange,
  problems,
  file,
  title,
  began,
  page,
}: BrandPart & {
  readonly file: LegalFile;
  readonly title: string;
  /** The files with which the draft began. */
  readonly began: BrandTextFiles;
  readonly page: Page | undefined;
}) {
  const now = files[file] ?? '';
  const { version, words } = legalParts(now);
  const write = (to: string): void => {
    const today = dayValue(productNow());
    onChange(withFile(files, file, withLegalWords({ began: began[file], now }, to, today)));
  };
  const isOwn = files[file] !== undefined;
  return (
    <>
      {isOwn ? (
        <TextField
          label={`Version of ${title}`}
          type="date"
          hint="Consents cite it. Other words need another version: today is proposed."
          value={version}
          onChange={({ target }) =>
            onChange(withFile(files, file, legalFile({ version: target.value, words })))
          }
        />
      ) : (
        <Notice tone="info">
          Viewers read our template, which a lawyer must approve. What you write takes its place.
        </Notice>
      )}
      <TextArea
        label={`Words of ${title}`}
        hint="Sections: a line “## Heading”, then paragraphs with an empty line between them. {service}, {company}, {address}, {carrier}, {supportNumber}, {supportEmail}, {publicUrl} and {prices} stand for the brand’s facts."
        rows={14}
        value={words}
        problem={problemAt(problems, file)}
        onChange={({ target }) => write(target.value)}
      />
      {isOwn && (
        <Button size="small" onClick={() => onChange(withFile(files, file, undefined))}>
          Use our template
        </Button>
      )}
      {page && <LegalPreview page={page} />}
    </>
  );
}

function LegalPreview({ page }: { readonly page: Page }) {
  return (
    <section
      aria-label={`${page.title}, as viewers read it`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className="mt-4 max-h-96 overflow-y-auto rounded-card border border-rule bg-paper p-5"
    >
      <h3 className="text-heading">{page.title}</h3>
      <p className="mb-3 text-small text-muted">Version {page.version}</p>
      <LegalSections sections={page.sections} />
    </section>
  );
}

/** The sections of a legal text. */
export function LegalSections({ sections }: Pick<Page, 'sections'>) {
  return sections.map(({ heading, paragraphs }) => (
    <section key={heading} className="mb-4">
      <h4 className="font-semibold">{heading}</h4>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className="mt-1 break-words">
          {paragraph}
        </p>
      ))}
    </section>
  ));
}
