import { Component, type ReactNode } from 'react';
import { ErrorState } from './ErrorState';

interface Props {
  children: ReactNode;
  /** What stands there instead, perhaps by the error; undefined for a sentence and 'Try again'. */
  fallback?: ReactNode | ((error: unknown) => ReactNode | undefined);
  /** Another value is another chance: the address, for a page. */
  renewedBy?: string;
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
    console.error('Part of the page failed', error);
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failed && before.renewedBy !== this.props.renewedBy)
      this.setState({ failed: false, error: null });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const { fallback } = this.props;
    const shown = typeof fallback === 'function' ? fallback(this.state.error) : fallback;
    if (shown !== undefined) return shown;
    const retry = () => this.setState({ failed: false, error: null });
    return <ErrorState text="Couldn't show this panel." onRetry={retry} />;
  }
}
