import type { ReactNode } from 'react';

export type Fact = { label: string; value: ReactNode };

/** Short facts, each under its name. */
export function Facts({ facts, label }: { facts: readonly Fact[]; label: string }) {
  return (
    <dl aria-label={label} className="grid grid-cols-[repeat(auto-fill,minmax(140px,1fr))] gap-x-6 gap-y-3">
      {facts.map((fact) => (
        <div key={fact.label} className="min-w-0">
          <dt className="text-sm text-fg-muted">{fact.label}</dt>
          <dd className="[overflow-wrap:anywhere]">{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
