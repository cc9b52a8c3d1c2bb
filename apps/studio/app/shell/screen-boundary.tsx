import { Component, type ReactNode } from 'react';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/states.tsx';

/** Keeps the navigation alive where a screen fails, and says so. */
export class ScreenBoundary extends Component<
  { readonly children: ReactNode },
  { readonly failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <Notice tone="problem">
        <p>This screen could not be shown. What you have saved is kept.</p>
        <Button size="small" className="mt-2" onClick={() => window.location.reload()}>
          Load it again
        </Button>
      </Notice>
    );
  }
}
