import { uploadedPicture } from '@bonisa/contract/studio/artwork.calls';
import { addressOf } from '@bonisa/contract/studio/studio-client';
import { useState } from 'react';

/** A picture as a version of an entry names it. */
interface NamedPicture {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

/** A picture before and after, with the point that each keeps in sight. */
export function PictureChange({
  before,
  after,
}: {
  readonly before?: unknown;
  readonly after?: unknown;
}) {
  const [was, is] = [before as NamedPicture | null, after as NamedPicture | null];
  return (
    <dd className="flex flex-wrap items-center gap-3 text-small">
      <Shown picture={was} when="Before" tone="border-danger" />
      <span aria-hidden="true">→</span>
      <Shown picture={is} when="After" tone="border-good" />
    </dd>
  );
}

function Shown({
  picture,
  when,
  tone,
}: {
  readonly picture: NamedPicture | null | undefined;
  readonly when: 'Before' | 'After';
  readonly tone: string;
}) {
  const [isGone, setGone] = useState(false);
  if (!picture) return <span className="text-muted">drawn by the product</span>;
  if (isGone) return <span className="text-muted">a picture that is not kept any more</span>;
  const { id, x, y } = picture;
  return (
    <figure>
      <span className={`relative block w-fit overflow-hidden rounded-mark border-2 ${tone}`}>
        <img
          src={addressOf(uploadedPicture, { params: { id } })}
          alt={when}
          loading="lazy"
          className="block h-24 w-auto"
          onError={() => setGone(true)}
        />
        <span
          aria-hidden="true"
          className="absolute size-3 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-ochre outline-1 outline-ink"
          style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
        />
      </span>
      <figcaption className="mt-1 text-muted">
        in sight: {percent(x)} from the left, {percent(y)} from the top
      </figcaption>
    </figure>
  );
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
