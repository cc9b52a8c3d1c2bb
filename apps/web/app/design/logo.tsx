/** The brand's mark, the stepped house with its diamond, and its name. The name comes from configuration. */
export function Logo({ name }: { name: string }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true" focusable="false">
        <path d="M3 29V15h4v-4h4V7h3V3h4v4h3v4h4v4h4v14h-9v-8h-8v8z" fill="var(--color-sunset)" stroke="var(--color-ink)" strokeWidth="2" />
        <path d="M16 9l4 4.5-4 4.5-4-4.5z" fill="var(--color-ochre)" stroke="var(--color-ink)" strokeWidth="1.5" />
      </svg>
      <span className="font-display text-[1.375rem] font-extrabold tracking-tight lowercase">{name}</span>
    </span>
  );
}
