import { assets, retryMedia } from '@bonisa/contract/studio/media.calls';
import { useMay } from '../calls/person.tsx';
import { useAct, useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';

/** Packages a failed film again. */
export function RetryFilm({ id, title }: { readonly id: string; readonly title?: string }) {
  const mayWrite = useMay('catalogue:write');
  const { act, isBusy } = useAct(retryMedia, { done: 'It is packaged again.', tellsError: true });
  if (!mayWrite) return null;
  return (
    <Button size="small" disabled={isBusy} onClick={() => void act({ body: { asset_ids: [id] } })}>
      Try again{title && <span className="sr-only">: {title}</span>}
    </Button>
  );
}

/** Packages all failed films again, where there are any. */
export function RetryAllFilms() {
  const mayWrite = useMay('catalogue:write');
  const failed = useRead(assets, { query: { state: 'failed', limit: 1 } });
  const { act, isBusy } = useAct(retryMedia, {
    done: 'All failed films are packaged again.',
    tellsError: true,
  });
  if (!mayWrite || !failed.data?.data.length) return null;
  return (
    <Button disabled={isBusy} onClick={() => void act({ body: {} })}>
      Try all failed films again
    </Button>
  );
}
