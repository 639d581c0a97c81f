import { type ComponentType, lazy, useState } from 'react';

/**
 * A component in a file of its own, for what the first view does not show: drawn at once where the file is there, and by
 * the Suspense above it while it is on its way. `preload` asks for the file ahead; that it fails is told when it is needed.
 */
export function loadedLater<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  let known: ComponentType<P> | null = null;
  const ask = async () => {
    const loaded = await load();
    known = loaded.default;
    return loaded;
  };
  const OnItsWay: ComponentType<P> = lazy(ask);
  function Later(props: P) {
    // What is shown stays the same component, also when the file arrives meanwhile.
    const [Shown] = useState(() => known ?? OnItsWay);
    return <Shown {...props} />;
  }
  const preload = async (): Promise<void> => {
    await ask().catch(() => undefined);
  };
  return Object.assign(Later, { preload });
}
