import clsx from 'clsx';
import type { ComponentProps } from 'react';

/** A link within a sentence: underlined, for colour alone does not tell it from the words around it. */
export function TextLink({ className, children, ...rest }: ComponentProps<'a'> & { href: string }) {
  return (
    <a
      {...rest}
      className={clsx('rounded-sm text-accent-fg underline decoration-from-font underline-offset-2', className)}
    >
      {children}
    </a>
  );
}
