import type { PageData, ShellData } from '@tributary/contract/page/page-data.ts';
import { createContext, use, useCallback, useMemo, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { NavigateOptions, Navigator, NavigatorState } from './navigator.ts';

export type { NavigateOptions } from './navigator.ts';

const NavigatorContext = createContext<Navigator | null>(null);

let current: Navigator | null = null;

/** For `reloadPage` and its like, which are called outside of rendering. Called once, before the first render. */
export function bindNavigator(navigator: Navigator): void {
  current = navigator;
}

/** For what runs outside of rendering; undefined before the first page. */
export function currentShell(): ShellData | undefined {
  return current?.state.page.shell;
}

export function NavigationProvider({ navigator, children }: { navigator: Navigator; children: ReactNode }) {
  return <NavigatorContext value={navigator}>{children}</NavigatorContext>;
}

function useNavigator(): Navigator {
  const navigator = use(NavigatorContext);
  if (navigator === null) throw new Error('There is no NavigationProvider above.');
  return navigator;
}

export function useNavigatorState(): NavigatorState {
  const navigator = useNavigator();
  return useSyncExternalStore(
    useCallback((listener: () => void) => navigator.subscribe(listener), [navigator]),
    () => navigator.state,
  );
}

/** What is shown. `T` is the data of the page's kind, as the server's page endpoint documents it. */
export function usePage<T = unknown>(): PageData<T> {
  // The kind chose this component, and with the kind the shape of its data.
  return useNavigatorState().page as PageData<T>;
}

export function useShell(): ShellData {
  return useNavigatorState().page.shell;
}

export function useNavigate(): (href: string, options?: NavigateOptions) => Promise<void> {
  const navigator = useNavigator();
  return useCallback((href, options) => navigator.navigate(href, options), [navigator]);
}

export type SearchPatch = Record<string, string | readonly string[] | null>;

/** The search with the patch: null and empty values go, lists become repeated parameters. */
export function patchSearch(search: string, patch: SearchPatch): string {
  const parameters = new URLSearchParams(search);
  for (const [name, value] of Object.entries(patch)) {
    parameters.delete(name);
    const values = value === null ? [] : typeof value === 'string' ? [value] : value;
    for (const item of values) if (item !== '') parameters.append(name, item);
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

export type PageUrl = {
  url: URL;
  search: URLSearchParams;
  /** Changes the search and fetches the page for it; the page stays mounted and where it is scrolled. */
  setSearch: (patch: SearchPatch, options?: { replace?: boolean }) => Promise<void>;
  /** Changes the search of what is shown without asking the server, where its answer would be the same page. */
  renameSearch: (patch: SearchPatch, options?: { replace?: boolean; keepHash?: boolean }) => void;
  /** The same for the hash: without the sign, empty for none. It never makes an entry of the history. */
  renameHash: (hash: string) => void;
  /** Address with the search changed, for links (pages of a list). */
  hrefWith: (patch: SearchPatch) => string;
};

export function usePageUrl(): PageUrl {
  const navigator = useNavigator();
  const { address } = useNavigatorState();
  return useMemo(() => {
    const url = new URL(address, window.location.origin);
    const hrefWith = (patch: SearchPatch): string => url.pathname + patchSearch(url.search, patch);
    return {
      url,
      search: url.searchParams,
      hrefWith,
      setSearch: (patch, options = {}) =>
        navigator.navigate(hrefWith(patch), { keepScroll: true, replace: options.replace }),
      renameSearch: (patch, options = {}) => {
        const now = new URL(navigator.state.address, window.location.origin);
        const hash = options.keepHash === true ? now.hash : '';
        navigator.rename(now.pathname + patchSearch(now.search, patch) + hash, options);
      },
      renameHash: (hash) => {
        const { pathname, search } = new URL(navigator.state.address, window.location.origin);
        navigator.rename(`${pathname}${search}${hash === '' ? '' : `#${hash}`}`, { replace: true });
      },
    };
  }, [address, navigator]);
}

/** Fetches the data of the shown page again, e.g. after a change. Throws an `AppError` when it fails. */
export async function reloadPage(): Promise<void> {
  await current?.reload();
}

/** Changes the shown data in place, before or instead of a reload. */
export function updatePageData<T>(change: (data: T) => T): void {
  // As with `usePage`, the caller is the page whose data this is.
  current?.update((page) => ({ ...page, data: change(page.data as T) }));
}

/** Changes the data of the frame in place: counts, preferences. */
export function updateShell(change: (shell: ShellData) => ShellData): void {
  current?.update((page) => ({ ...page, shell: change(page.shell) }));
}

export function retryPage(): Promise<void> {
  return current?.retry() ?? Promise.resolve();
}
