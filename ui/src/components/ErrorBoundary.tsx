import { Component, type ReactNode } from 'react';
import { ErrorState } from './ErrorState';

interface Props {
  children: ReactNode;
  /** What stands there instead; without it a sentence and 'Try again'. */
  fallback?: ReactNode;
  /** Another value is another chance: the address, for a page. */
  renewedBy?: string;
}

/** Keeps a failing panel to itself: its neighbours go on. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error('A part of the page failed', error);
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failed && before.renewedBy !== this.props.renewedBy) this.setState({ failed: false });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    if (this.props.fallback !== undefined) return this.props.fallback;
    const retry = () => this.setState({ failed: false });
    return <ErrorState text="This panel failed to display." onRetry={retry} />;
  }
}
