import type { BrandLook } from '@bonisa/contract/site-config';

/**
 * The brand's logo with its configured name. A brand without a logo has its name alone: the mark of
 * the design is ours, and so are its small letters.
 */
export function Logo({ name, look }: { name: string; look?: BrandLook | undefined }) {
  const logo = look?.logo;
  return (
    <span className="inline-flex items-center gap-2.5">
      {logo && <BrandLogo {...logo} />}
      {!look && <Mark />}
      {!logo?.hasName && (
        <span
          className={`font-display text-[min(1.375rem,8vw)] font-extrabold tracking-tight ${look ? '' : 'lowercase'}`}
        >
          {name}
        </span>
      )}
    </span>
  );
}

const LOGO_HEIGHT = 30;

/** The name stands beside it, or names the link around it. */
function BrandLogo({ src, width, height }: NonNullable<BrandLook['logo']>) {
  const wide = Math.min(160, Math.round((LOGO_HEIGHT * width) / height));
  return <img src={src} alt="" width={wide} height={LOGO_HEIGHT} className="object-contain" />;
}

/** The stepped house with its diamond. */
function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true" focusable="false">
      <path
        d="M2 30V17h4v-5h3V7h3V3h8v4h3v5h3v5h4v13h-9v-6h-2v-3h-6v3h-2v6z"
        fill="var(--color-sunset)"
        stroke="var(--color-ink)"
        strokeWidth="1.6"
      />
      <path
        d="M16 7.2l4.6 5.3-4.6 5.3-4.6-5.3z"
        fill="var(--color-ochre)"
        stroke="var(--color-ink)"
        strokeWidth="2"
      />
    </svg>
  );
}
