import type { NavItem, ShellContext, ShellData, ShellViewer } from '@tributary/contract/page/page-data.ts';
import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import clsx from 'clsx';
import { Archive, Globe, Lock, Shield } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { abbreviate, formatCount } from '../../lib/format.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { NamedIcon } from '../../ui/named-icon.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { useNavigatorState } from '../navigation.tsx';
import { useInboxCount } from './inbox-count.ts';
import { contextHref, usePins } from './pins.ts';

const rowClasses = clsx(
  'control flex h-7 items-center gap-2 rounded-md text-fg-muted no-underline hover:bg-hover hover:text-fg',
  'aria-[current=page]:bg-pressed/70 aria-[current=page]:font-medium aria-[current=page]:text-fg',
);

const HOME: NavItem = { key: 'home', label: 'Home', href: shellPaths.home, icon: 'home' };

function defaultNav(shell: ShellData, inboxCount: number): NavItem[] {
  const nav = [HOME];
  if (shell.viewer !== null) {
    const { inbox, ownIssues, ownMergeRequests, ownProjects } = shellPaths;
    nav.push({ key: 'inbox', label: 'Inbox', href: inbox, icon: 'inbox', count: inboxCount });
    nav.push({ key: 'issues', label: 'Issues', href: ownIssues, icon: 'issue' });
    nav.push({ key: 'merge-requests', label: 'Merge requests', href: ownMergeRequests, icon: 'merge-request' });
    nav.push({ key: 'projects', label: 'Projects', href: ownProjects, icon: 'projects' });
  }
  nav.push({ key: 'explore', label: 'Explore', href: shellPaths.explore, icon: 'explore' });
  return nav;
}

/** The server marks the place; where it does not, the address itself decides. */
function isActive(item: NavItem, address: string): boolean {
  return item.active ?? item.href === address.split(/[?#]/, 1)[0];
}

function NavRow({ item, folded, address }: { item: NavItem; folded: boolean; address: string }) {
  const hasCount = item.count !== undefined && item.count > 0;
  const link = (
    <a
      href={item.href}
      aria-current={isActive(item, address) ? 'page' : undefined}
      aria-label={folded ? item.label : undefined}
      className={clsx(rowClasses, folded ? 'justify-center' : 'px-2')}
    >
      <NamedIcon name={item.icon} className="shrink-0" />
      {!folded && <span className="min-w-0 flex-1 truncate">{item.label}</span>}
      {!folded && hasCount && (
        <span className="text-sm text-fg-faint" title={formatCount(item.count ?? 0)}>
          {abbreviate(item.count ?? 0)}
        </span>
      )}
    </a>
  );
  return folded ? (
    <Tooltip text={hasCount ? `${item.label} (${formatCount(item.count ?? 0)})` : item.label} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}

function VisibilityMark({ context }: { context: ShellContext }) {
  if (context.archived === true) return <Badge icon={Archive}>Archived</Badge>;
  const look = {
    private: { icon: Lock, text: 'Private' },
    internal: { icon: Shield, text: 'Internal' },
    public: { icon: Globe, text: 'Public' },
  };
  if (context.visibility === undefined) return null;
  const { icon: Icon, text } = look[context.visibility];
  return (
    <span className="inline-flex items-center gap-1 text-sm text-fg-faint">
      <Icon size={12} aria-hidden />
      {text}
    </span>
  );
}

const PinButton = lazyPart(() => import('./pin-button.tsx'));

function ContextHead({
  context,
  folded,
  viewer,
}: {
  context: ShellContext;
  folded: boolean;
  viewer: ShellViewer | null;
}) {
  const href = contextHref(context);
  // The pages of the own account carry the own endpoint.
  const face = context.type === 'profile' && viewer !== null ? viewer : context;
  const isPlace = context.type === 'project' || context.type === 'group';
  const avatar = (
    <Avatar
      name={face.name}
      id={face.id}
      src={face.avatarUrl}
      size={32}
      square={context.type !== 'user' && context.type !== 'profile'}
    />
  );
  if (folded) {
    return (
      <Tooltip text={context.name} side="right">
        <a href={href} aria-label={context.name} className="flex justify-center rounded-md py-1">
          {avatar}
        </a>
      </Tooltip>
    );
  }
  return (
    <div className="group flex items-center gap-2 px-2 py-1">
      <a
        href={href}
        className="flex min-w-0 flex-1 items-center gap-2 rounded-sm text-fg"
        title={context.fullPath === '' ? context.name : context.fullPath}
      >
        {avatar}
        <span className="min-w-0">
          <bdi className="block truncate font-semibold">{context.name}</bdi>
          <VisibilityMark context={context} />
        </span>
      </a>
      {isPlace && (
        <Suspense fallback={<span className="size-6 shrink-0" />}>
          <PinButton context={context} viewerId={viewer?.id ?? null} />
        </Suspense>
      )}
    </div>
  );
}

function groupsOf(nav: readonly NavItem[]): [string, NavItem[]][] {
  const groups = new Map<string, NavItem[]>();
  for (const item of nav) groups.set(item.group ?? '', [...(groups.get(item.group ?? '') ?? []), item]);
  return [...groups];
}

function GroupTitle({ text }: { text: string }) {
  return <div className="px-2 pt-3 pb-1 text-sm font-medium text-fg-faint">{text}</div>;
}

function Pinned({ viewerId, folded, address }: { viewerId: number | null; folded: boolean; address: string }) {
  const { pins } = usePins(viewerId);
  if (pins.length === 0) return null;
  return (
    <div role="group" aria-label="Pinned">
      {folded ? <div className="mx-2 my-2 h-px bg-line" /> : <GroupTitle text="Pinned" />}
      {pins.map((pin) => (
        <a
          key={pin.href}
          href={pin.href}
          aria-label={folded ? pin.name : undefined}
          title={pin.fullPath}
          aria-current={pin.href === address ? 'page' : undefined}
          className={clsx(rowClasses, folded ? 'justify-center' : 'px-2')}
        >
          <Avatar name={pin.name} id={pin.id} src={pin.avatarUrl} size={16} square />
          {!folded && <bdi className="min-w-0 flex-1 truncate">{pin.name}</bdi>}
        </a>
      ))}
    </div>
  );
}

/** Where you are, its sections with counts, and what is pinned. The same in the rail and in the sheet. */
export function RailContent({ folded = false, head }: { folded?: boolean; head?: ReactNode }) {
  const { page, address } = useNavigatorState();
  const { shell } = page;
  // A user is no place to work in: on their page the rail stays as it was.
  const context = shell.context?.type === 'user' ? null : shell.context;
  const inboxCount = useInboxCount(shell.viewer?.id);
  const nav = context?.nav ?? shell.homeNav ?? defaultNav(shell, inboxCount);
  const viewerId = shell.viewer?.id ?? null;
  return (
    <nav
      aria-label={context === null ? 'Main' : context.name}
      className="flex min-h-0 flex-1 flex-col gap-px overflow-y-auto px-2 pb-4"
    >
      {head}
      {context !== null && <NavRow item={HOME} folded={folded} address={address} />}
      {context !== null && <ContextHead context={context} folded={folded} viewer={shell.viewer} />}
      {context !== null && <div className="h-1 shrink-0" />}
      {groupsOf(nav).map(([title, items]) => (
        <div
          key={title}
          className="flex flex-col gap-px"
          role={title === '' ? undefined : 'group'}
          aria-label={title === '' ? undefined : title}
        >
          {title !== '' && (folded ? <div className="mx-2 my-2 h-px bg-line" /> : <GroupTitle text={title} />)}
          {items.map((item) => (
            <NavRow key={item.key} item={item} folded={folded} address={address} />
          ))}
        </div>
      ))}
      <Pinned viewerId={viewerId} folded={folded} address={address} />
    </nav>
  );
}
