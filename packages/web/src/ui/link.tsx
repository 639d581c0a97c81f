import clsx from 'clsx';
import type { ComponentProps } from 'react';

export type LinkProps = ComponentProps<'a'> & {
  href: string;
  /** Leaves the navigation to the browser: downloads, raw files, feeds. */
  native?: boolean;
  /** Text colour until hover: for lists of names. */
  quiet?: boolean;
};

export function Link({ native = false, quiet = false, className, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      data-native={native ? '' : undefined}
      className={clsx(
        'rounded-sm underline-offset-2 hover:underline',
        quiet ? 'text-fg hover:text-accent-fg' : 'text-accent-fg',
        className,
      )}
    />
  );
}
