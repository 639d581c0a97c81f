import { Component, type ComponentType, lazy, type ReactNode, useEffect, useReducer, useState } from 'react';
import { FloatingMissingPart, MissingPart } from './missing-part.tsx';

/** The file of a part could not be had. */
class PartMissing extends Error {}

type PartProps = { children: ReactNode; onRetry: () => void; onLeft: () => void; onGiveUp: (() => void) | undefined };
type PartState = { error: unknown; hasFailed: boolean; isAskedAgain: boolean };

/** A file that did not come is told in its place; errors of what it holds are for whoever is above. */
class Part extends Component<PartProps, PartState> {
  override state: PartState = { error: undefined, hasFailed: false, isAskedAgain: false };

  static getDerivedStateFromError(error: unknown): Partial<PartState> {
    return { error, hasFailed: true };
  }

  override componentWillUnmount(): void {
    if (this.state.hasFailed) this.props.onLeft();
  }

  #retry = (): void => {
    this.props.onRetry();
    this.setState({ error: undefined, hasFailed: false, isAskedAgain: true });
  };

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    if (!(this.state.error instanceof PartMissing)) throw this.state.error;
    const { onGiveUp } = this.props;
    const notice = { isAskedAgain: this.state.isAskedAgain, onRetry: this.#retry };
    return onGiveUp ? <FloatingMissingPart {...notice} onClose={onGiveUp} /> : <MissingPart {...notice} />;
  }
}

/**
 * A component in a file of its own, for what the first view does not show: drawn at once where the file is there, and by
 * the Suspense above it while it is on its way. A file that cannot be had is told where the component would be, with a
 * way to ask again. `preload` asks for the file ahead; that it fails is told when it is needed. What opens above the page
 * is told near to what was pressed, and given up with the function that `givesUp` finds among its attributes.
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  givesUp?: (props: P) => () => void,
) {
  let known: ComponentType<P> | null = null;
  const ask = async () => {
    const loaded = await load().catch((cause: unknown) => {
      throw new PartMissing('Part of the page could not be loaded.', { cause });
    });
    known = loaded.default;
    return loaded;
  };
  let hasFailed = false;
  const asked = () =>
    lazy(async () => {
      try {
        return await ask();
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    });
  let onItsWay = asked();
  // One that has failed would fail for ever, also when the file came by another way since.
  const again = () => {
    if (hasFailed) onItsWay = asked();
    hasFailed = false;
  };
  function Later(props: P) {
    const [, draw] = useReducer((count: number) => count + 1, 0);
    // What is shown stays the same component, also when the file arrives meanwhile.
    const [first] = useState(() => known);
    const Shown: ComponentType<P> = first ?? onItsWay;
    if (first) return <Shown {...props} />;
    return (
      <Part
        onGiveUp={givesUp?.(props)}
        // Whoever comes back to it asks again.
        onLeft={again}
        onRetry={() => {
          again();
          draw();
        }}
      >
        <Shown {...props} />
      </Part>
    );
  }
  const preload = async (): Promise<void> => {
    await ask().catch(() => undefined);
  };
  return Object.assign(Later, { preload, isThere: () => known !== null });
}

/** A part in a file of its own, as far as that may be asked for ahead. */
export type LazyPart = { preload: () => Promise<void>; isThere: () => boolean };

/**
 * Whether a wanted part is there or could not be had: what stands below it waits for that, so that nothing is pushed down.
 * What is not wanted is not waited for.
 */
export function useArrival(part: LazyPart, isWanted: boolean): boolean {
  const [isOver, setOver] = useState(part.isThere);
  const isAwaited = isWanted && !isOver;
  useEffect(() => {
    if (isAwaited) void part.preload().then(() => setOver(true));
  }, [isAwaited, part]);
  return !isAwaited;
}

/** As `lazyPart`, for what may be missing: null until it is there. One that cannot be loaded is tried again once online. */
export function useLoaded<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  isWanted: boolean,
): ComponentType<P> | null {
  const [loaded, setLoaded] = useState<{ Shown: ComponentType<P> } | null>(null);
  const isAsked = isWanted && loaded === null;
  const [attempt, retry] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (isAsked)
      load().then(
        ({ default: Shown }) => setLoaded({ Shown }),
        () => addEventListener('online', retry, { once: true }),
      );
  }, [isAsked, load, attempt]);
  return loaded && loaded.Shown;
}
