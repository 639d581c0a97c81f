import { Component } from 'react';
import type { ErrorInfo, ReactNode } from 'react';
import { isAppError, messageOf } from '../lib/app-error.ts';
import { ErrorState } from '../ui/error-state.tsx';

type Props = { children: ReactNode; onRetry?: () => Promise<void> };
type State = { error: unknown; errorId: string | null };

/** Short enough to be read out, long enough to find one line in a console. */
function newErrorId(): string {
  return crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? '0';
}

/** A bug in one part must not take the frame with it. The id stands in the browser console beside the cause. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, errorId: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error, errorId: isAppError(error) && error.requestId !== null ? error.requestId : newErrorId() };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(`Error ${this.state.errorId ?? ''}`, error, info.componentStack);
  }

  #retry = async (): Promise<void> => {
    await this.props.onRetry?.();
    this.setState({ error: null, errorId: null });
  };

  override render(): ReactNode {
    if (this.state.errorId === null) return this.props.children;
    return (
      <ErrorState
        title="Something went wrong"
        text={messageOf(this.state.error)}
        errorId={this.state.errorId}
        onRetry={this.#retry}
      />
    );
  }
}
