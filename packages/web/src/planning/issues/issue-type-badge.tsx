import type { IssueType } from '@tributary/contract/planning/issue-inputs.ts';
import { Siren, SquareCheck } from 'lucide-react';

const TYPES = { incident: ['Incident', Siren], task: ['Task', SquareCheck] } as const;

/** Tells a task or an incident from an ordinary issue, which has none. */
export function IssueTypeBadge({ type }: { type: IssueType }) {
  if (type === 'issue') return null;
  const [name, Icon] = TYPES[type];
  return (
    <span className="inline-flex items-center gap-1 text-sm text-fg-muted">
      <Icon aria-hidden size={14} />
      {name}
    </span>
  );
}
