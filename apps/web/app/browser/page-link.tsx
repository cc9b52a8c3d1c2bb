import { type ComponentProps, type MouseEvent, useContext, useState } from 'react';
import {
  createPath,
  PrefetchPageLinks,
  UNSAFE_DataRouterContext as RouterContext,
  type RouterNavigateOptions,
} from 'react-router';
import { savesData } from './saves-data.ts';

/** Who stays on a link for so long means it. */
const MEANT_AFTER_MS = 100;

type PageLinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  /** The whole path of a page of this site, with its query. */
  to: string;
} & Pick<RouterNavigateOptions, 'replace' | 'preventScrollReset' | 'viewTransition'>;

/** Ends when the finger or pointer leaves the link: there is one of them. */
let staying: ReturnType<typeof setTimeout> | undefined;

/**
 * A link to a page, of which a screen has up to a hundred. React Router's own link renders anew
 * with every step of every navigation, also of one that changes only the address. While a finger or
 * a pointer stays on this one, or it has the focus, its page is fetched; never with Save-Data, and
 * never because a scroll began there.
 */
export function PageLink({
  to,
  replace,
  preventScrollReset,
  viewTransition,
  onClick,
  ...rest
}: PageLinkProps) {
  const router = useContext(RouterContext)?.router;
  const [isMeant, setMeant] = useState(false);
  const stay = () => {
    clearTimeout(staying);
    if (!savesData()) staying = setTimeout(() => setMeant(true), MEANT_AFTER_MS);
  };
  const leave = () => {
    clearTimeout(staying);
    setMeant(false);
  };
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!router || event.defaultPrevented || isForBrowser(event)) return;
    event.preventDefault();
    // The navigation itself fetches the page now.
    clearTimeout(staying);
    const isHere = createPath(router.state.location) === to;
    void router.navigate(to, { replace: replace ?? isHere, preventScrollReset, viewTransition });
  };
  return (
    <>
      <a
        {...rest}
        href={to}
        onClick={follow}
        onPointerEnter={stay}
        onPointerLeave={leave}
        onFocus={stay}
        onBlur={leave}
      />
      {isMeant ? <PrefetchPageLinks page={to} /> : null}
    </>
  );
}

/** Whether a press asks for a new tab or window, or a menu. */
function isForBrowser({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || altKey || ctrlKey || shiftKey;
}
