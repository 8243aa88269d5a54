import { Component, type ReactNode } from 'react';
import { ErrorState } from './ErrorState';

interface Props {
  children: ReactNode;
  /** What stands there instead; without it a sentence and 'Try again'. */
  fallback?: ReactNode;
  /** Another value is another chance: the address, for a page. */
  renewedBy?: string;
  /** Which errors it catches; all unless given. The others are for the boundary around it. */
  catches?: (error: unknown) => boolean;
}

interface State {
  failed: boolean;
  error: unknown;
}

/** Keeps a failing panel to itself: its neighbours go on. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failed: true, error };
  }

  override componentDidCatch(error: unknown) {
    console.error('A part of the page failed', error);
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failed && before.renewedBy !== this.props.renewedBy)
      this.setState({ failed: false, error: null });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    if (this.props.catches?.(this.state.error) === false) throw this.state.error;
    if (this.props.fallback !== undefined) return this.props.fallback;
    const retry = () => this.setState({ failed: false, error: null });
    return <ErrorState text="This panel failed to display." onRetry={retry} />;
  }
}
