import { CircleDot, CircleX, GitMerge, GitPullRequestDraft, Lock } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { Badge } from './badge.tsx';
import type { BadgeTone } from './badge.tsx';

export type ItemState = 'open' | 'closed' | 'merged' | 'draft' | 'locked';

const looks: Record<ItemState, { tone: BadgeTone; icon: LucideIcon; label: string }> = {
  open: { tone: 'success', icon: CircleDot, label: 'Open' },
  closed: { tone: 'failed', icon: CircleX, label: 'Closed' },
  merged: { tone: 'merged', icon: GitMerge, label: 'Merged' },
  draft: { tone: 'neutral', icon: GitPullRequestDraft, label: 'Draft' },
  locked: { tone: 'warning', icon: Lock, label: 'Locked' },
};

export function StateBadge({ state, label }: { state: ItemState; label?: string }) {
  const look = looks[state];
  return (
    <Badge tone={look.tone} icon={look.icon}>
      {label ?? look.label}
    </Badge>
  );
}
