import {
  ARTWORK_USES,
  type ArtworkUse,
  artwork,
  moveFocalPoint,
  removeArtwork,
} from '@bonisa/contract/studio/artwork.calls';
import type { FocalPoint } from '@bonisa/domain/focal-crop';
import { useState } from 'react';
import { useMay } from '../calls/person.tsx';
import { useAct, useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { useConfirm } from '../design/confirm.tsx';
import { SelectField } from '../design/fields.tsx';
import { Card } from '../design/page.tsx';
import { Badge, Loading, Problem } from '../design/states.tsx';
import { ArtworkShapes } from './artwork-shapes.tsx';
import { ArtworkUpload, FrameChoice } from './artwork-upload.tsx';
import { type EntryArtwork, originalOf, type PicturedName, USE_WORDS } from './entry-artwork.ts';
import { FocalEditor } from './focal-editor.tsx';

/** The pictures of an entry: given, drawn, cut around their focal point, by shape. */
export function ArtworkCard({ entry: { kind, key } }: { readonly entry: PicturedName }) {
  const { data, error, refetch } = useRead(artwork, { params: { kind }, query: { key } });
  return (
    <Card
      id="pictures"
      title="Pictures"
      actions={data?.drawn && <Badge tone="warning">all drawn by the product</Badge>}
    >
      {error && <Problem error={error} onRetry={refetch} />}
      {!data && !error && <Loading />}
      {data && <Pictures name={{ kind, key }} artwork={data} />}
    </Card>
  );
}

function Pictures({
  name,
  artwork: shown,
}: {
  readonly name: PicturedName;
  readonly artwork: EntryArtwork;
}) {
  const mayWrite = useMay('catalogue:write');
  const [use, setUse] = useState<ArtworkUse>('all');
  const [moved, setMoved] = useState<FocalPoint>();
  const given = shown.given.find((one) => one.use === use);
  const focal = moved ?? given?.focal;
  const uses = ARTWORK_USES.filter(
    (one) => one === 'all' || shown.pictures.some((picture) => picture.use === one),
  );
  const choose = (next: ArtworkUse): void => {
    setUse(next);
    setMoved(undefined);
  };
  return (
    <>
      {mayWrite && (
        <>
          <SelectField
            label="Picture for"
            hint="A picture for all shapes is enough. A shape may have one of its own."
            choices={uses.map((value) => ({ value, label: labelOf(value, shown) }))}
            value={use}
            onChange={(event) => choose(event.target.value as ArtworkUse)}
          />
          <ArtworkUpload name={name} use={use} isReplacing={given !== undefined} />
          <FrameChoice name={name} use={use} frames={shown.frames} />
        </>
      )}
      {given && focal && (
        <div className="mb-5">
          <FocalEditor
            src={originalOf(name, use, given.id)}
            size={given}
            focal={focal}
            disabled={!mayWrite}
            onChange={setMoved}
          />
          {mayWrite && (
            <GivenActions name={name} use={use} moved={moved} onDone={() => setMoved(undefined)} />
          )}
        </div>
      )}
      <ArtworkShapes name={name} artwork={shown} moved={moved && { use, focal: moved }} />
    </>
  );
}

function labelOf(use: ArtworkUse, { given }: EntryArtwork): string {
  const has = given.some((one) => one.use === use);
  return has ? `${USE_WORDS[use]}: has a picture` : USE_WORDS[use];
}

function GivenActions({
  name: { kind, key },
  use,
  moved,
  onDone,
}: {
  readonly name: PicturedName;
  readonly use: ArtworkUse;
  readonly moved: FocalPoint | undefined;
  readonly onDone: () => void;
}) {
  const confirm = useConfirm();
  const move = useAct(moveFocalPoint, { done: 'The pictures are cut anew.' });
  const remove = useAct(removeArtwork, { done: 'The picture is gone.' });
  const error = move.error ?? remove.error;
  const save = async (): Promise<void> => {
    if (!moved) return;
    if (await move.act({ params: { kind }, body: { key, use, ...moved } })) onDone();
  };
  const take = async (): Promise<void> => {
    const answer = await confirm({
      title: 'Remove this picture?',
      text: 'What is left without one is drawn by the product again.',
      button: 'Remove',
      danger: true,
    });
    if (answer) await remove.act({ params: { kind }, query: { key, use } });
  };
  return (
    <>
      {error && <Problem error={error} />}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button tone="action" disabled={!moved || move.isBusy} onClick={save}>
          Save the point
        </Button>
        {moved && <Button onClick={onDone}>Back to where it was</Button>}
        <Button tone="danger" className="ml-auto" disabled={remove.isBusy} onClick={take}>
          Remove the picture
        </Button>
      </div>
    </>
  );
}
