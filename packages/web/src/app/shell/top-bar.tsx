import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { Menu as MenuIcon, Search } from 'lucide-react';
import { useAriaKeys } from '../../lib/hotkeys.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { Button } from '../../ui/button.tsx';
import { HotkeyHint } from '../../ui/hotkey-hint.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { paletteLayer, railLayer } from '../lazy-layer.ts';
import { useNavigatorState, useShell } from '../navigation.tsx';
import { InboxLinks } from './inbox-links.tsx';
import { CreateMenu } from './create-menu.tsx';
import { Logo } from './logo.tsx';
import { ViewerMenu } from './viewer-menu.tsx';

function SearchButton() {
  return (
    <>
      <button
        type="button"
        onClick={paletteLayer.open}
        aria-keyshortcuts={useAriaKeys('shell.palette')}
        className="control hidden h-7 w-56 items-center gap-2 rounded-md border bg-sunken px-2 text-fg-faint transition-colors duration-[var(--motion-quick)] hover:border-line-strong hover:text-fg-muted md:flex xl:w-72"
      >
        <Search size={14} aria-hidden />
        <span className="flex-1 text-left">Search or jump to</span>
        <HotkeyHint of="shell.palette" />
      </button>
      <IconButton icon={Search} label="Search or jump to" onClick={paletteLayer.open} className="md:hidden!" />
    </>
  );
}

function VisitorActions() {
  const { instance } = useShell();
  const { address } = useNavigatorState();
  const back = address === '/' || address.startsWith('/users/') ? '' : `?redirect=${encodeURIComponent(address)}`;
  return (
    <>
      <Button asChild variant="ghost">
        <a href={shellPaths.signIn + back}>Sign in</a>
      </Button>
      {instance.signUpEnabled && (
        <Button asChild variant="primary">
          <a href={shellPaths.signUp}>Sign up</a>
        </Button>
      )}
    </>
  );
}

export function TopBar({ hasRail, isWide }: { hasRail: boolean; isWide: boolean }) {
  const { viewer, breadcrumbs, instance } = useShell();
  const hasCrumbs = breadcrumbs.length > 0;
  return (
    <header className="no-print sticky top-0 z-20 flex h-(--bar) shrink-0 items-center gap-2 border-b bg-surface px-3 sm:px-6">
      {hasRail && !isWide && (
        <IconButton icon={MenuIcon} label="Navigation" onClick={railLayer.open} className="-ml-1.5" />
      )}
      {!hasRail && (
        <a
          href={shellPaths.home}
          aria-label={`${instance.name} home page`}
          className="flex shrink-0 items-center gap-2 rounded-sm font-semibold text-fg"
        >
          <Logo />
          <span className={hasCrumbs ? 'max-sm:hidden' : undefined}>{instance.name}</span>
        </a>
      )}
      <div className="min-w-0 flex-1">
        <Breadcrumbs items={breadcrumbs} />
      </div>
      <div className="flex shrink-0 items-center gap-1.5">
        <SearchButton />
        {viewer === null ? (
          <VisitorActions />
        ) : (
          <>
            <CreateMenu />
            <InboxLinks viewer={viewer} />
            <ViewerMenu viewer={viewer} />
          </>
        )}
      </div>
    </header>
  );
}
