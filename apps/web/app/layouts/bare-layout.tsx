import type { SiteConfig } from '@bonisa/contract/site-config';
import type { ReactNode } from 'react';
import { useBrand } from '../brand.ts';
import { Logo } from '../design/logo.tsx';
import { say } from '../words/words.ts';

interface BareFrameProps {
  readonly brand: SiteConfig['brand'];
  readonly children: ReactNode;
}

/**
 * The logo, linking home, above the content. Needs no router data, so the error page may use it.
 */
export function BareLayout({ children }: Pick<BareFrameProps, 'children'>) {
  return <BareFrame brand={useBrand()}>{children}</BareFrame>;
}

/** The same of a page that is rendered outside the router. */
export function BareFrame({ brand, children }: BareFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="px-(--edge) pt-4 pb-2">
        <a
          href="/"
          className="inline-flex min-h-11 items-center no-underline"
          aria-label={say('frame.logo', { service: brand.name })}
        >
          <Logo name={brand.name} look={brand.look} />
        </a>
      </header>
      <main className="flex flex-1 flex-col">{children}</main>
    </div>
  );
}
