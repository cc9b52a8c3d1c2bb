import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { askWhileInView } from './ask-while-in-view.ts';

/**
 * Reads the page's data again while its channel is off air: a live ingest session begins when it
 * likes, and no schedule says when. `hasTurned`: the schedule says that it went on or off air, so
 * the data is read at once.
 */
export function useReturn(isOffAir: boolean, hasTurned = false): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isOffAir && !hasTurned) return;
    const ask = () => void revalidate();
    if (hasTurned) ask();
    const life = new AbortController();
    askWhileInView(document, ask, life.signal);
    return () => life.abort();
  }, [isOffAir, hasTurned, revalidate]);
}
