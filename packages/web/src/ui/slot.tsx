import clsx from 'clsx';
import { cloneElement, isValidElement, useMemo } from 'react';
import type { ComponentProps, ReactNode, Ref, RefCallback } from 'react';

type Attributes = Record<string, unknown>;

function giveTo<T>(ref: Ref<T> | undefined, value: T | null): (() => void) | undefined {
  if (typeof ref === 'function') {
    const release = ref(value);
    return typeof release === 'function' ? release : () => void ref(null);
  }
  if (!ref) return undefined;
  ref.current = value;
  return () => {
    ref.current = null;
  };
}

/** One reference for two that want the same element. */
function useBoth<T>(first: Ref<T> | undefined, second: Ref<T> | undefined): Ref<T> | undefined {
  const both = useMemo<RefCallback<T>>(
    () => (value) => {
      const releases = [giveTo(first, value), giveTo(second, value)];
      return () => {
        for (const release of releases) release?.();
      };
    },
    [first, second],
  );
  return first && second ? both : (first ?? second);
}

/** The child's own attributes come first; of handlers both are called, the child's before ours. */
function merged(ours: Attributes, theirs: Attributes): Attributes {
  const all: Attributes = { ...ours, ...theirs };
  for (const [name, own] of Object.entries(ours)) {
    const other = theirs[name];
    if (name === 'className' && typeof own === 'string' && typeof other === 'string') all[name] = clsx(own, other);
    else if (typeof own === 'function' && typeof other === 'function' && /^on[A-Z]/.test(name)) {
      all[name] = (...args: unknown[]): void => {
        other(...args);
        own(...args);
      };
    } else if (other === undefined) all[name] = own;
  }
  return all;
}

type ChildAttributes = Attributes & { ref?: Ref<HTMLElement> | undefined; children?: ReactNode };

export type SlotProps = Omit<ComponentProps<'button'>, 'ref'> & {
  ref?: Ref<HTMLElement> | undefined;
  /** Stands within the child, before and after what it holds. */
  start?: ReactNode;
  end?: ReactNode;
};

/** Lends its attributes, handlers and reference to its one child. */
export function Slot({ children, start, end, ref, ...ours }: SlotProps) {
  const child = isValidElement<ChildAttributes>(children) ? children : null;
  const bothRefs = useBoth(ref, child?.props.ref);
  if (!child) return null;
  const attributes: ChildAttributes = { ...merged(ours, child.props), ref: bothRefs };
  return start || end
    ? cloneElement(child, attributes, start, child.props.children, end)
    : cloneElement(child, attributes);
}
