/** The stepped band of a painted wall: the one ornament of the calm screens. Decoration only. */
export function StepBand({ className = '' }: { className?: string }) {
  return (
    <svg className={`block h-10 w-full ${className}`} aria-hidden="true" focusable="false">
      <defs>
        <pattern id="step-band" width="96" height="40" patternUnits="userSpaceOnUse">
          <rect width="96" height="40" fill="var(--color-plum)" />
          <path d="M0 40V28h12V16h12V4h48v12h12v12h12v12z" fill="var(--color-sunset)" stroke="var(--color-ink)" strokeWidth="4" />
          <path d="M24 40V30h12V18h24v12h12v10z" fill="var(--color-bone)" stroke="var(--color-ink)" strokeWidth="4" />
          <path d="M48 20l9 11-9 11-9-11z" fill="var(--color-ochre)" stroke="var(--color-ink)" strokeWidth="4" />
          <path d="M0 2h96" stroke="var(--color-ink)" strokeWidth="4" />
        </pattern>
      </defs>
      <rect width="100%" height="40" fill="url(#step-band)" />
    </svg>
  );
}
