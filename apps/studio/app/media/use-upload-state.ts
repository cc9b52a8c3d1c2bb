import { uploads } from '@bonisa/contract/studio/media.calls';
import { useRead } from '../calls/use-calls.ts';

/** How far a remembered upload is; `undefined`: the studio has none of it any more. */
export function useUploadState(
  id: string | undefined,
): { readonly offset: number; readonly hasArrived: boolean } | undefined {
  const { data } = useRead(uploads, undefined, { enabled: id !== undefined });
  const found = data?.data.find((one) => one.id === id);
  return found && { offset: found.offset, hasArrived: found.offset === found.size };
}
