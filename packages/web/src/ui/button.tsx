import clsx from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Slot } from './slot.tsx';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** Something is under way: the button stays in place and focusable, and does not act again. */
  busy?: boolean | undefined;
  icon?: LucideIcon | undefined;
  iconEnd?: LucideIcon | undefined;
  /** Takes the look over to the one child, e.g. a link. */
  asChild?: boolean | undefined;
};

const looks: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-hover forced-border',
  secondary:
    'bg-raised text-fg border border-line hover:bg-hover hover:border-line-strong active:bg-pressed aria-pressed:bg-pressed data-[state=open]:bg-hover',
  ghost:
    'text-fg-muted hover:text-fg hover:bg-hover active:bg-pressed data-[state=open]:bg-hover data-[state=open]:text-fg',
  danger: 'bg-danger-solid text-on-danger hover:bg-danger-solid-hover active:bg-danger-solid-hover forced-border',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'h-6 px-2 gap-1 text-sm',
  md: 'h-7 px-2.5 gap-1.5 text-base',
  lg: 'h-8 px-3 gap-2 text-base',
};

const known = new Map<string, string>();

/** The same text for the same classes: pages have hundreds of buttons, and each would keep its own. */
function sharedClasses(...classes: readonly (string | undefined)[]): string {
  const text = clsx(...classes);
  const first = known.get(text);
  if (first === undefined) known.set(text, text);
  return first ?? text;
}

export function buttonClasses(variant: ButtonVariant = 'secondary', size: ButtonSize = 'md'): string {
  return clsx(
    'control inline-flex shrink-0 items-center justify-center rounded-md font-medium whitespace-nowrap no-underline select-none',
    'transition-colors duration-[var(--motion-quick)] disabled:opacity-50 aria-disabled:opacity-50 disabled:cursor-not-allowed',
    looks[variant],
    sizes[size],
  );
}

export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    busy = false,
    icon: Icon,
    iconEnd: IconEnd,
    asChild = false,
    className,
    children,
    ...rest
  } = props;
  const classes = sharedClasses(buttonClasses(variant, size), className);
  if (asChild) {
    return (
      <Slot
        {...rest}
        className={classes}
        start={Icon !== undefined && <Icon size={14} aria-hidden />}
        end={IconEnd !== undefined && <IconEnd size={14} aria-hidden />}
      >
        {children}
      </Slot>
    );
  }
  return (
    <button
      type="button"
      {...rest}
      className={classes}
      aria-busy={busy || rest['aria-busy'] || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else rest.onClick?.(event);
      }}
    >
      {busy ? <Spinner size={14} /> : Icon !== undefined && <Icon size={14} aria-hidden />}
      {children}
      {IconEnd !== undefined && <IconEnd size={14} aria-hidden />}
    </button>
  );
}
