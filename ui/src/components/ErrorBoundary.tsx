import { Component, type ReactNode } from 'react';
import { ErrorState } from './ErrorState';

interface Props {
  children: ReactNode;
  /** Rendered instead of the children, optionally depending on the error; by default a sentence and 'Try again'. */
  fallback?: ReactNode | ((error: unknown) => ReactNode | undefined);
  /** A new value resets the boundary: for a page, its address. */
  renewedBy?: string;
}

interface State {
  failed: boolean;
  error: unknown;
}

/** Contains the failure of one panel; the rest of the page keeps working. */
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
