import { SquareCheck } from 'lucide-react';

/** Tells a task from an ordinary issue. */
export function TaskBadge() {
  return (
    <span className="inline-flex items-center gap-1 text-sm text-fg-muted">
      <SquareCheck aria-hidden size={14} />
      Task
    </span>
  );
}
