import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export type EmptyStateProps = { icon: LucideIcon; title: string; text?: ReactNode; action?: ReactNode };

/** Says what this place is for, and offers the next step. */
export function EmptyState({ icon: Icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-12 text-center">
      <Icon size={24} strokeWidth={1.5} className="text-fg-faint" aria-hidden />
      <h2 className="text-h3">{title}</h2>
      {text !== undefined && <p className="max-w-100 text-fg-muted">{text}</p>}
      {action !== undefined && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
