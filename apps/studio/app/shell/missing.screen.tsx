import { ButtonLink } from '../design/button.tsx';
import { Page } from '../design/page.tsx';
import { EmptyState } from '../design/states.tsx';

/** An address without a screen, or with one that the person may not open. */
export function MissingScreen() {
  return (
    <Page title="Not here">
      <EmptyState
        title="There is no such screen for you"
        action={
          <ButtonLink to="/" tone="action">
            To the first screen
          </ButtonLink>
        }
      >
        The address may be mistyped, or your roles do not include it. An administrator can change
        your roles.
      </EmptyState>
    </Page>
  );
}
