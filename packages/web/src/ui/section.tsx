import clsx from 'clsx';
import type { ReactNode } from 'react';

export type SectionProps = {
  title: string;
  text?: ReactNode;
  actions?: ReactNode;
  id?: string;
  children: ReactNode;
  className?: string;
};

/** A headed part of a page. */
export function Section({ title, text, actions, id, children, className }: SectionProps) {
  return (
    <section id={id} className={clsx('py-4', className)}>
      <div className="mb-3 flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-h2">{title}</h2>
          {text !== undefined && <p className="max-w-160 text-fg-muted">{text}</p>}
        </div>
        {actions !== undefined && <div className="flex items-center gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

/** One setting: what it is at the left, its control at the right. */
export function SettingsRow({ title, hint, control }: { title: ReactNode; hint?: ReactNode; control: ReactNode }) {
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-2 border-b py-3 last:border-b-0">
      <div className="min-w-48 flex-1">
        <div className="font-medium">{title}</div>
        {hint !== undefined && <div className="max-w-130 text-fg-muted">{hint}</div>}
      </div>
      <div className="flex max-w-full min-w-0 items-center gap-2">{control}</div>
    </div>
  );
}
