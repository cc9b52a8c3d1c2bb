import { artwork, moveFocalPoint, removeArtwork } from '@bonisa/contract/studio/artwork.calls';
import { ARTWORK_USES, type ArtworkUse } from '@bonisa/contract/studio/artwork-fields';
import type { FocalPoint } from '@bonisa/domain/catalogue/focal-crop';
import { useState } from 'react';
import { useMay } from '../calls/person.tsx';
import { useAct, useRead, useReread } from '../calls/use-calls.ts';
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

/** A focal point on its way, the picture that it is for, and the version that it began from. */
interface Moving {
  readonly focal: FocalPoint;
  readonly id: string;
  readonly version: number;
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
  const [moving, setMoving] = useState<Moving>();
  const given = shown.given.find((one) => one.use === use);
  // Another picture has come meanwhile: the point was for the one before.
  const moved = moving?.id === given?.id ? moving?.focal : undefined;
  const move = (focal: FocalPoint): void => {
    const version = moved && moving ? moving.version : shown.version;
    if (given) setMoving({ focal, id: given.id, version });
  };
  const focal = moved ?? given?.focal;
  const { version } = shown;
  const uses = ARTWORK_USES.filter(
    (one) => one === 'all' || shown.pictures.some((picture) => picture.use === one),
  );
  const choose = (next: ArtworkUse): void => {
    setUse(next);
    setMoving(undefined);
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
          <ArtworkUpload {...{ name, use, version }} isReplacing={given !== undefined} />
          <FrameChoice {...{ name, use, version }} frames={shown.frames} />
        </>
      )}
      {given && focal && (
        <div className="mb-5">
          <FocalEditor
            src={originalOf(name, use, given.id)}
            size={given}
            focal={focal}
            disabled={!mayWrite}
            onChange={move}
          />
          {mayWrite && (
            <GivenActions
              {...{ name, use, moved }}
              version={moved && moving ? moving.version : version}
              onDone={() => setMoving(undefined)}
            />
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
  version,
  onDone,
}: {
  readonly name: PicturedName;
  readonly use: ArtworkUse;
  readonly moved: FocalPoint | undefined;
  readonly version: number;
  readonly onDone: () => void;
}) {
  const confirm = useConfirm();
  const reread = useReread();
  const move = useAct(moveFocalPoint, { done: 'The pictures are cut anew.' });
  const remove = useAct(removeArtwork, { done: 'The picture is gone.' });
  const error = move.error ?? remove.error;
  const save = async (): Promise<void> => {
    if (!moved) return;
    if (await move.act({ params: { kind }, body: { key, use, version, ...moved } })) onDone();
    else await reread();
  };
  const take = async (): Promise<void> => {
    const answer = await confirm({
      title: 'Remove this picture?',
      text: 'What is left without one is drawn by the product again. History brings it back.',
      button: 'Remove',
      danger: true,
    });
    if (!answer) return;
    const done = await remove.act({ params: { kind }, query: { key, use, version } });
    if (!done) await reread();
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
