import clsx from 'clsx';

/** Look of everything that floats over the page. */
export const floatingClasses = clsx(
  'forced-border z-40 rounded-md bg-overlay text-fg shadow-float outline-none',
  'animate-rise',
);

/** Look of one row in a menu or list box. */
export const optionClasses = clsx(
  'control flex min-h-7 items-center gap-2 rounded-sm px-2 py-1 text-base text-fg no-underline outline-none select-none',
  'data-[highlighted]:bg-hover data-[disabled]:opacity-50',
  'forced-colors:data-[highlighted]:outline-1',
);
