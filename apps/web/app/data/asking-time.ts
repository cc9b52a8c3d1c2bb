/**
 * When playing needs the viewer's answer because their data budget is used up. The meter works it
 * out, and it is stored plainly: the watch page's inline script reads it too.
 */

export const ASKING_TIME = 'data_ask';

/** Whether playing needs the viewer's answer now. */
export function mustAsk(): boolean {
  try {
    const [from, until] = (localStorage.getItem(ASKING_TIME) ?? '').split('-').map(Number);
    const now = Date.now();
    return until !== undefined && Number(from) <= now && now < until;
  } catch {
    // Without storage there is no budget.
    return false;
  }
}
