import type { PageUser } from '@tributary/contract/planning/page.ts';
import type { ReactNode } from 'react';

/** One fact of a thing in its side column, with the button that changes it. */
export function SideBlock({ title, edit, children }: { title: string; edit?: ReactNode; children: ReactNode }) {
  return (
    <div role="group" aria-label={title} className="border-b py-3 last:border-b-0">
      <div className="flex min-h-7 items-center justify-between">
        <h3 className="text-sm font-medium text-fg-muted">{title}</h3>
        {/* The word stands at the edge, the ground around it beyond. */}
        <div className="-mr-2">{edit}</div>
      </div>
      {children}
    </div>
  );
}

export function SideNone({ children = 'None' }: { children?: ReactNode }) {
  return <p className="text-fg-faint">{children}</p>;
}

export function linkedUser(person: PageUser) {
  return {
    id: person.id,
    name: person.name,
    username: person.username,
    avatarUrl: person.avatarUrl,
    href: person.path,
  };
}
