import clsx from 'clsx';
import type { ReactNode } from 'react';

/** A separate object. Rows inside are divided by hairlines. */
export function Card({ children, className, label }: { children: ReactNode; className?: string; label?: string }) {
  return (
    <section aria-label={label} className={clsx('min-w-0 rounded-md border bg-raised', className)}>
      {children}
    </section>
  );
}

export function CardHeader({ title, actions, meta }: { title: ReactNode; actions?: ReactNode; meta?: ReactNode }) {
  return (
    <header className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-1.5">
      <h2 className="text-h3">{title}</h2>
      {meta !== undefined && <span className="text-fg-muted">{meta}</span>}
      {actions !== undefined && <div className="ml-auto flex items-center gap-2">{actions}</div>}
    </header>
  );
}

export function CardRow({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={clsx('border-b px-4 py-3 last:border-b-0', className)}>{children}</div>;
}
