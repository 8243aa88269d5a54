import { Component, type ReactNode } from 'react';
import { ErrorState } from './ErrorState';

interface Props {
  children: ReactNode;
  /** Rendered instead of the children, optionally depending on the error; by default a sentence and 'Try again'. */
  fallback?: ReactNode | ((error: unknown) => ReactNode | undefined);
  /** A new value resets the boundary. For a page, this is its path. */
  resetKey?: string;
}

interface State {
  hasFailed: boolean;
  error: unknown;
}

/** Catches the errors of one panel, so that the rest of the page keeps working. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false, error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { hasFailed: true, error };
  }

  override componentDidCatch(error: unknown) {
    console.error('ui: part of the page failed', error);
  }

  override componentDidUpdate(previous: Props) {
    if (this.state.hasFailed && previous.resetKey !== this.props.resetKey)
      this.setState({ hasFailed: false, error: null });
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    const { fallback } = this.props;
    const content = typeof fallback === 'function' ? fallback(this.state.error) : fallback;
    if (content !== undefined) return content;
    const retry = () => this.setState({ hasFailed: false, error: null });
    return <ErrorState text="Couldn't show this panel." onRetry={retry} />;
  }
}
