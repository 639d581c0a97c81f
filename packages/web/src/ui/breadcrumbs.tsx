import { ChevronRight, Ellipsis } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import { Menu, MenuLinkItem } from './menu.tsx';

export type BreadcrumbItem = { text: string; href: string };

function Arrow() {
  return <ChevronRight size={12} className="shrink-0 text-fg-faint" aria-hidden />;
}

/** On small screens the parents are folded into a menu, on a phone all of them: the page itself is read whole where it fits. */
export function Breadcrumbs({ items, label = 'Breadcrumbs' }: { items: readonly BreadcrumbItem[]; label?: string }) {
  const last = items.at(-1);
  if (last === undefined) return null;
  const parents = items.slice(0, -1);
  return (
    <nav aria-label={label} className="flex min-w-0 items-center gap-1">
      {parents.length > 0 && (
        <span className="flex items-center gap-1 md:hidden">
          <Menu trigger={<IconButton icon={Ellipsis} label="Show parent pages" size="sm" />}>
            {parents.map((item) => (
              <MenuLinkItem key={item.href + item.text} href={item.href}>
                {item.text}
              </MenuLinkItem>
            ))}
          </Menu>
          <Arrow />
        </span>
      )}
      <ol className="flex min-w-0 items-center gap-1">
        {parents.map((item) => (
          <li
            key={item.href + item.text}
            className="flex max-w-60 min-w-10 shrink-0 items-center gap-1 not-nth-last-2:max-md:hidden max-sm:hidden"
          >
            <a href={item.href} title={item.text} className="truncate rounded-sm text-fg-muted hover:text-fg">
              {item.text}
            </a>
            <Arrow />
          </li>
        ))}
        <li className="flex min-w-0 items-center">
          <a href={last.href} aria-current="page" title={last.text} className="truncate rounded-sm font-medium text-fg">
            {last.text}
          </a>
        </li>
      </ol>
    </nav>
  );
}
