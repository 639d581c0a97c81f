import clsx from 'clsx';

/** Look of a box that takes text. */
export const boxClasses = clsx(
  'control w-full min-w-0 rounded-md border border-line-strong bg-surface text-fg',
  'transition-colors duration-[var(--motion-quick)] hover:border-fg-faint',
  'focus-visible:outline-offset-0 aria-invalid:border-failed disabled:opacity-60 disabled:bg-sunken',
);
