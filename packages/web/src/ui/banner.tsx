import clsx from 'clsx';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';

export type BannerTone = 'info' | 'success' | 'warning' | 'danger';

const looks = {
  info: { icon: Info, ground: 'bg-notice-soft', color: 'text-notice' },
  success: { icon: CircleCheck, ground: 'bg-success-soft', color: 'text-success' },
  warning: { icon: TriangleAlert, ground: 'bg-warning-soft', color: 'text-warning' },
  danger: { icon: CircleAlert, ground: 'bg-failed-soft', color: 'text-failed' },
} as const;

export type BannerProps = {
  tone?: BannerTone;
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
  onDismiss?: (() => void) | undefined;
  /** Appeared because of something the user did: readers are told at once. */
  live?: boolean;
  className?: string;
};

export function Banner({ tone = 'info', title, children, action, onDismiss, live = false, className }: BannerProps) {
  const look = looks[tone];
  const Icon = look.icon;
  return (
    <div
      role={live ? 'alert' : 'note'}
      className={clsx('forced-border flex items-start gap-2 rounded-md px-3 py-2', look.ground, className)}
    >
      <Icon size={16} className={clsx('mt-0.5 shrink-0', look.color)} aria-hidden />
      {/* Where there is no room for a sentence beside it, what to do stands below. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-2">
        <div className="min-w-0 flex-[1_1_12rem]">
          {title !== undefined && <div className="font-semibold">{title}</div>}
          {children}
        </div>
        {action !== undefined && <div className="-my-0.5 flex max-w-full flex-wrap gap-2">{action}</div>}
      </div>
      {onDismiss !== undefined && (
        <IconButton icon={X} label="Dismiss" size="sm" className="-my-0.5" onClick={onDismiss} />
      )}
    </div>
  );
}
