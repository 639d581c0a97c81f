import clsx from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export type BadgeTone =
  | 'neutral'
  | 'accent'
  | 'success'
  | 'warning'
  | 'failed'
  | 'error'
  | 'notice'
  | 'scheduled'
  | 'merged';

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-neutral-soft text-neutral',
  accent: 'bg-accent-soft text-accent-fg',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  failed: 'bg-failed-soft text-failed',
  error: 'bg-error-soft text-error',
  notice: 'bg-notice-soft text-notice',
  scheduled: 'bg-scheduled-soft text-scheduled',
  merged: 'bg-merged-soft text-merged',
};

export type BadgeProps = {
  tone?: BadgeTone;
  icon?: LucideIcon;
  children: ReactNode;
  className?: string;
  title?: string;
};

export function Badge({ tone = 'neutral', icon: Icon, children, className, title }: BadgeProps) {
  return (
    <span
      title={title}
      className={clsx(
        'forced-border inline-flex h-5 shrink-0 items-center gap-1 rounded-sm px-1.5 text-sm font-medium whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {Icon !== undefined && <Icon size={12} aria-hidden />}
      {children}
    </span>
  );
}
