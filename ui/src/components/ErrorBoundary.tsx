import { Component, type ReactNode } from 'react';
import { ErrorFace } from './ErrorFace';

/** Keeps a failing panel to itself: its neighbours go on. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error('A panel failed', error);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <ErrorFace text="This panel failed to display." onRetry={() => this.setState({ failed: false })} />
    );
  }
}
