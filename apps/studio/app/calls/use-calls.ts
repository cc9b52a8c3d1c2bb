import type { AnyStudioCall } from '@bonisa/contract/studio/studio-call';
import type { StudioInputOf, StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import {
  keepPreviousData,
  type UseQueryResult,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { reasonOf } from '../design/states.tsx';
import { studio } from './studio.ts';

/** The key of a call's answers in the page's memory. */
export function keyOf(call: AnyStudioCall, input?: unknown): readonly unknown[] {
  return input === undefined ? ['call', call.id] : ['call', call.id, input];
}

/**
 * Reads by a call of the contract: `const { data, error, isPending } = useRead(accounts)`. The
 * answer before stays on screen while another page is read.
 */
export function useRead<Call extends AnyStudioCall>(
  call: Call,
  input?: StudioInputOf<Call>,
  {
    enabled = true,
    refreshMs,
    isFresh = false,
  }: {
    readonly enabled?: boolean;
    readonly refreshMs?: number;
    /** Whether to read anew what was read a moment ago. */
    readonly isFresh?: boolean;
  } = {},
): UseQueryResult<StudioReplyOf<Call>, Error> {
  return useQuery<StudioReplyOf<Call>, Error, StudioReplyOf<Call>>({
    queryKey: keyOf(call, input),
    queryFn: ({ signal }) => studio.call(call, input, { signal }),
    placeholderData: keepPreviousData,
    enabled,
    ...(isFresh ? { staleTime: 0 } : {}),
    ...(refreshMs === undefined ? {} : { refetchInterval: refreshMs }),
  });
}

/** Reads by one call for each of several inputs; the answers come in the order of the inputs. */
export function useReads<Call extends AnyStudioCall>(
  call: Call,
  inputs: readonly StudioInputOf<Call>[],
): UseQueryResult<StudioReplyOf<Call>, Error>[] {
  return useQueries({
    queries: inputs.map((input) => ({
      queryKey: keyOf(call, input),
      queryFn: ({ signal }: { signal: AbortSignal }) => studio.call(call, input, { signal }),
      placeholderData: keepPreviousData,
    })),
  });
}

export interface Act<Call> {
  /** Makes the call; resolves with `undefined` if it was refused (`error` says why). */
  readonly act: (input?: StudioInputOf<Call>) => Promise<StudioReplyOf<Call> | undefined>;
  readonly isBusy: boolean;
  readonly error: Error | null;
  /** Forgets the error. A call that is under way goes on, and its outcome is still told. */
  readonly forget: () => void;
}

/**
 * Changes something by a call of the contract, says `done` in a message, and has every screen read
 * again. With `tellsError` a refusal is a message too, for a caller that shows no `error`.
 */
export function useAct<Call extends AnyStudioCall>(
  call: Call,
  { done, tellsError }: { readonly done?: string; readonly tellsError?: boolean } = {},
): Act<Call> {
  const queries = useQueryClient();
  const notify = useNotify();
  const { mutateAsync, isPending, error, reset } = useMutation<
    StudioReplyOf<Call>,
    Error,
    StudioInputOf<Call> | undefined
  >({
    mutationFn: (input) => studio.call(call, input),
    onSuccess: async () => {
      if (done) notify(done, { type: 'success' });
      await queries.invalidateQueries();
    },
    onError: (error) => {
      if (tellsError) notify(reasonOf(error), { type: 'error' });
    },
  });
  return {
    act: (input) => mutateAsync(input).catch(() => undefined),
    isBusy: isPending,
    error,
    forget: () => {
      if (!isPending) reset();
    },
  };
}

/** Reads everything on the screen again: after a conflict, it shows what the other person made. */
export function useReread(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries();
}

/**
 * Puts what a change answered where a call reads it. The screens have read again by then, but that
 * may have failed: what is saved is shown in any case.
 */
export function useSaved(): <Call extends AnyStudioCall>(
  call: Call,
  input: StudioInputOf<Call>,
  saved: StudioReplyOf<Call> & { readonly version: number },
) => void {
  const queries = useQueryClient();
  return (call, input, saved) => {
    queries.setQueryData<{ readonly version: number }>(keyOf(call, input), (read) =>
      read && read.version >= saved.version ? read : saved,
    );
  };
}
