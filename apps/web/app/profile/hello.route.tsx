import { Link } from 'react-router';
import { CloseIcon } from '../design/icons.tsx';
import type { Route } from './+types/hello.route.ts';
import { HelloMenu } from './hello-menu.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Profile · ${matches[0]?.loaderData?.config.brand.name ?? ''}` },
  { name: 'robots', content: 'noindex' },
];

/**
 * R4, S6: the menu as a page of its own, the same for everybody. From another page the top bar
 * opens it over that page.
 */
export default function Hello() {
  return (
    <div className="hello-ground">
      <dialog open className="hello hello-page" aria-labelledby="hello">
        <div className="hello-body">
          <HelloMenu
            title={
              <h1 id="hello" className="text-title">
                HELLO
              </h1>
            }
            close={
              <Link to="/" className="icon-button" aria-label="Close">
                <CloseIcon />
              </Link>
            }
          />
        </div>
      </dialog>
    </div>
  );
}
