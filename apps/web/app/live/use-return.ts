import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { askWhileInView } from './ask-while-in-view.ts';

/**
 * Reads the page's data again while its channel is off air: a contribution begins when it likes,
 * and no schedule says when.
 */
export function useReturn(isOffAir: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isOffAir) return;
    const life = new AbortController();
    askWhileInView(document, () => void revalidate(), life.signal);
    return () => life.abort();
  }, [isOffAir, revalidate]);
}
