import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import type { ButtonVariant } from './button.tsx';
import { Menu } from './menu.tsx';

export type SplitButtonProps = {
  label: ReactNode;
  onClick: () => void;
  /** Menu items. */
  menu: ReactNode;
  menuLabel: string;
  variant?: ButtonVariant;
  busy?: boolean;
  disabled?: boolean;
  /** The variants stay open to choice while the action itself is not possible yet. */
  menuEnabled?: boolean;
  type?: 'button' | 'submit';
};

/** The usual action, and its variants beside it. */
export function SplitButton(props: SplitButtonProps) {
  const {
    label,
    onClick,
    menu,
    menuLabel,
    variant = 'primary',
    busy,
    disabled,
    menuEnabled = false,
    type = 'button',
  } = props;
  return (
    <div className="inline-flex" role="group" aria-label={menuLabel}>
      <Button
        type={type}
        variant={variant}
        busy={busy}
        disabled={disabled}
        onClick={onClick}
        className="rounded-r-none"
      >
        {label}
      </Button>
      <Menu
        align="end"
        trigger={
          <Button
            variant={variant}
            disabled={(disabled === true && !menuEnabled) || busy === true}
            aria-label={menuLabel}
            className="-ml-px rounded-l-none border-l border-l-surface/30 px-1.5!"
            icon={ChevronDown}
          />
        }
      >
        {menu}
      </Menu>
    </div>
  );
}
