/**
 * The stepped band of a painted wall: the only ornament of the flow screens. Decoration only;
 * always whole steps.
 */
export function StepBand({ className = '' }: { className?: string }) {
  return <div className={`step-band ${className}`} aria-hidden="true" />;
}
