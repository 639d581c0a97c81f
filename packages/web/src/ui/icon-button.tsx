import clsx from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import type { ButtonSize, ButtonVariant } from './button.tsx';
import { Tooltip } from './tooltip.tsx';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  icon: LucideIcon;
  /** Name for readers and text of the tooltip. */
  label: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  busy?: boolean;
  pressed?: boolean;
  /** Name of the shortcut that does the same. */
  hotkey?: string;
  /** One that stands among many is explained by the `useTooltips` around them. */
  isAmongMany?: boolean;
};

const squares: Record<ButtonSize, string> = { sm: 'w-6', md: 'w-7', lg: 'w-8' };

export function IconButton(props: IconButtonProps) {
  const {
    icon: Icon,
    label,
    variant = 'ghost',
    size = 'md',
    busy = false,
    pressed,
    hotkey,
    isAmongMany = false,
    className,
    ...rest
  } = props;
  const button = (
    <Button
      {...rest}
      aria-label={label}
      aria-pressed={pressed}
      variant={variant}
      size={size}
      busy={busy}
      className={clsx('control-square px-0!', squares[size], pressed === true && 'bg-hover text-fg!', className)}
    >
      {busy ? null : <Icon size={size === 'sm' ? 14 : 16} aria-hidden />}
    </Button>
  );
  if (isAmongMany) return button;
  return (
    <Tooltip text={label} hotkey={hotkey}>
      {button}
    </Tooltip>
  );
}
