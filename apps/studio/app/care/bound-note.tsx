/** Why a request that waits is not for this person to approve. */
export function BoundNote() {
  return (
    <p className="mb-3">
      One person made or changed your account or that of whoever asked within 7 days, and could act
      as both. Somebody else must approve it; you may refuse it.
    </p>
  );
}
