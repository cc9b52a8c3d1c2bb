/**
 * The stepped band of a painted wall: the one ornament of the calm screens. Decoration only; always
 * whole steps.
 */
export function StepBand({ className = '' }: { className?: string }) {
  return <div className={`step-band ${className}`} aria-hidden="true" />;
}
