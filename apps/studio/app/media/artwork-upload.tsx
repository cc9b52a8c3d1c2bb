import {
  MOST_PICTURE_BYTES,
  putArtwork,
  putArtworkFrame,
} from '@bonisa/contract/studio/artwork.calls';
import type { ArtworkUse } from '@bonisa/contract/studio/artwork-fields';
import { useMutation } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { studio } from '../calls/studio.ts';
import { useAct, useReread } from '../calls/use-calls.ts';
import { clock } from '../design/bytes.ts';
import { DropField } from '../design/drop-field.tsx';
import { Progress } from '../design/progress.tsx';
import { Problem } from '../design/states.tsx';
import type { EntryArtwork, PicturedName } from './entry-artwork.ts';

const PICTURES = 'image/jpeg,image/png,image/webp,image/avif';

/** Gives an entry a picture of this use; what is refused says why in the server's words. */
export function ArtworkUpload({
  name: { kind, key },
  use,
  version,
  isReplacing,
}: {
  readonly name: PicturedName;
  readonly use: ArtworkUse;
  /** The version of the entry that the person sees. */
  readonly version: number;
  readonly isReplacing: boolean;
}) {
  const reread = useReread();
  const notify = useNotify();
  const give = useMutation({
    mutationFn: async (file: File) => {
      // Said before 24 MB have travelled; the server refuses it in any case.
      if (file.size > MOST_PICTURE_BYTES) throw new Error('A picture may have at most 24 MB.');
      const headers = { 'content-type': 'application/octet-stream' };
      const input = { params: { kind }, query: { key, use, version } };
      await studio.send(putArtwork, input, { headers, body: file });
    },
    onSuccess: async () => {
      notify('The picture is given. Set what must stay in sight.', { type: 'success' });
      await reread();
    },
    // The other person's picture is shown before it can be replaced.
    onError: reread,
  });
  return (
    <>
      {give.error && <Problem error={give.error} />}
      {give.isPending && <Progress label="The picture is sent and looked at" percent={undefined} />}
      <DropField
        button={isReplacing ? 'Replace the picture' : 'Choose a picture'}
        accept={PICTURES}
        disabled={give.isPending}
        onFiles={([file]) => give.mutate(file)}
      >
        <p>JPEG, PNG, WebP or AVIF, at most 24 MB. Where it was taken is not kept.</p>
      </DropField>
    </>
  );
}

/** Frames of the film that can be the picture, the best first. */
export function FrameChoice({
  name: { kind, key },
  use,
  version,
  frames,
}: {
  readonly name: PicturedName;
  readonly use: ArtworkUse;
  readonly version: number;
  readonly frames: EntryArtwork['frames'];
}) {
  const { act, error, isBusy } = useAct(putArtworkFrame, { done: 'The frame is the picture.' });
  const reread = useReread();
  const choose = async (file: string): Promise<void> => {
    if (!(await act({ params: { kind }, body: { key, use, file, version } }))) await reread();
  };
  if (frames.length === 0) return null;
  return (
    <fieldset className="mb-5" disabled={isBusy}>
      <legend className="mb-2 font-semibold">Or take a frame of the film</legend>
      {error && <Problem error={error} />}
      <ul className="flex flex-wrap gap-3">
        {frames.map(({ file, url, seconds }) => (
          <li key={file}>
            <button
              type="button"
              className="block overflow-hidden rounded-mark border-2 border-transparent hover:border-mark"
              onClick={() => choose(file)}
            >
              <img
                src={url}
                alt={`Frame at ${clock(seconds)}`}
                loading="lazy"
                className="h-24 w-auto min-w-12 object-cover"
              />
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
