import { BRAND_FONT, type BrandTextFiles } from '@bonisa/domain/brand/brand-files';
import { bandOf, tokensOf } from '@bonisa/domain/brand/brand-look';
import type { CSSProperties } from 'react';
import { useEffect, useState } from 'react';
import { EmptyState } from '../design/states.tsx';
import { coloursOf } from './brand-draft.ts';
import type { BrandCheck } from './brand-form.ts';
import { LegalSections } from './brand-legal.tsx';

const FONT = 'Brand preview';

/**
 * A page of the site in the draft's colours, logo and font, as wide as a phone. The tokens are set
 * on the element, so that the studio around it keeps its own.
 */
export function BrandPreview({
  files,
  shown,
}: {
  readonly files: BrandTextFiles;
  readonly shown: BrandCheck['shown'] | undefined;
}) {
  const colours = coloursOf(files);
  const hasFont = useDraftFont(files[BRAND_FONT]);
  if (!colours || !shown)
    return (
      <EmptyState title="Nothing to show yet">
        The preview needs a name, and page, text and accent as colours.
      </EmptyState>
    );
  const tokens = tokensOf(colours);
  const style = {
    ...tokens,
    ...(hasFont ? { '--font-display': `"${FONT}", system-ui, sans-serif` } : {}),
  } as CSSProperties;
  return (
    <section
      aria-label="Preview at the width of a phone"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      style={style}
      className="mx-auto max-h-[46rem] w-full max-w-[22.5rem] overflow-y-auto rounded-card border border-field bg-ink text-bone"
    >
      <Head shown={shown} />
      <div
        aria-hidden="true"
        className="h-10 bg-size-[6rem_2.5rem]"
        style={{ backgroundImage: `url("${bandOf(tokens)}")` }}
      />
      <Hero shown={shown} />
      <Cards />
      <div className="border-t border-(--color-edge) px-5 py-6">
        <h3 className="text-heading">{shown.terms.title}</h3>
        <p className="mb-3 text-small text-quiet">Version {shown.terms.version}</p>
        <LegalSections sections={shown.terms.sections.slice(0, 1)} />
      </div>
    </section>
  );
}

type Shown = NonNullable<BrandCheck['shown']>;

function Head({ shown: { name, logo } }: { readonly shown: Shown }) {
  return (
    <div className="flex items-center justify-between gap-3 px-5 py-4">
      <span className="inline-flex min-w-0 items-center gap-2.5">
        {logo && (
          <img
            src={`data:image/svg+xml,${encodeURIComponent(logo.svg)}`}
            alt={logo.has_name ? name : ''}
            className="h-[30px] max-w-40 object-contain"
          />
        )}
        {!logo?.has_name && (
          <span className="font-display text-[1.375rem] font-extrabold">{name}</span>
        )}
      </span>
      <span className="text-small text-ochre underline">Sign in</span>
    </div>
  );
}

function Hero({ shown: { name, pitch } }: { readonly shown: Shown }) {
  return (
    <div className="px-5 pt-6 pb-8">
      <p className="text-small font-semibold text-ochre">New tonight</p>
      <h3 className="mt-1 text-[2.25rem] leading-none">{pitch ?? name}</h3>
      <p className="mt-3 text-quiet">A line about the film, as long as lines about films are.</p>
      <p className="mt-5 flex flex-wrap gap-3">
        <span className="rounded-card bg-ochre px-5 py-3 font-bold text-ink">Watch</span>
        <span className="rounded-card border border-(--color-edge) bg-(--color-bar) px-5 py-3 font-bold">
          My List
        </span>
      </p>
    </div>
  );
}

function Cards() {
  return (
    <div className="px-5 pb-6">
      <h3 className="mb-3 text-heading">Picked for you</h3>
      <div className="grid grid-cols-2 gap-3">
        {['A film of stars', 'A river of light'].map((title) => (
          <div key={title} className="overflow-hidden rounded-card bg-night">
            <div aria-hidden="true" className="flex h-24 items-end bg-plum p-3">
              <span className="h-6 w-10 rounded-mark bg-sunset" />
            </div>
            <p className="p-3">
              <span className="block font-semibold">{title}</span>
              <span className="text-small text-quiet">42 min · 90 MB</span>
            </p>
          </div>
        ))}
      </div>
      <p className="mt-4 rounded-card bg-dusk p-4 text-small text-(--color-warning)">
        You have little airtime left.
      </p>
    </div>
  );
}

/** Gives the document the draft's font under a name of the preview; whether it can be used. */
function useDraftFont(base64: string | undefined): boolean {
  const [loaded, setLoaded] = useState<string>();
  useEffect(() => {
    if (base64 === undefined) return;
    let face: FontFace | undefined;
    let isOver = false;
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    new FontFace(FONT, bytes, { weight: '400 900' }).load().then(
      (read) => {
        if (isOver) return;
        face = read;
        document.fonts.add(read);
        setLoaded(base64);
      },
      // What is no font is a problem of the check; the preview has the studio's.
      () => setLoaded(undefined),
    );
    return () => {
      isOver = true;
      if (face) document.fonts.delete(face);
    };
  }, [base64]);
  return base64 !== undefined && loaded === base64;
}
