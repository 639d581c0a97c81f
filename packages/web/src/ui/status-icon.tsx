import clsx from 'clsx';
import {
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleMinus,
  CircleX,
  Clock,
  OctagonAlert,
  TriangleAlert,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { Badge } from './badge.tsx';
import type { BadgeTone } from './badge.tsx';

export type StatusGroup = 'success' | 'warning' | 'failed' | 'error' | 'notice' | 'running' | 'neutral' | 'scheduled';

/** Every group has its own shape: the colour is never the only difference. */
const looks: Record<StatusGroup, { icon: LucideIcon; color: string; tone: BadgeTone; label: string }> = {
  success: { icon: CircleCheck, color: 'text-success', tone: 'success', label: 'Passed' },
  warning: { icon: TriangleAlert, color: 'text-warning', tone: 'warning', label: 'Warning' },
  failed: { icon: CircleX, color: 'text-failed', tone: 'failed', label: 'Failed' },
  error: { icon: OctagonAlert, color: 'text-error', tone: 'error', label: 'Error' },
  notice: { icon: CircleDot, color: 'text-notice', tone: 'notice', label: 'Pending' },
  running: { icon: CircleDashed, color: 'text-notice', tone: 'notice', label: 'Running' },
  neutral: { icon: CircleMinus, color: 'text-neutral', tone: 'neutral', label: 'Neutral' },
  scheduled: { icon: Clock, color: 'text-scheduled', tone: 'scheduled', label: 'Scheduled' },
};

export type StatusIconProps = { group: StatusGroup; label?: string; size?: number; className?: string };

export function StatusIcon({ group, label, size = 16, className }: StatusIconProps) {
  const look = looks[group];
  const Icon = look.icon;
  const text = label ?? look.label;
  return (
    <span role="img" aria-label={text} title={text} className={clsx('inline-flex shrink-0', look.color, className)}>
      <Icon
        size={size}
        className={group === 'running' ? 'animate-spin [animation-duration:3s]' : undefined}
        aria-hidden
      />
    </span>
  );
}

export function StatusBadge({ group, label }: { group: StatusGroup; label?: string }) {
  const look = looks[group];
  return (
    <Badge tone={look.tone} icon={look.icon}>
      {label ?? look.label}
    </Badge>
  );
}
