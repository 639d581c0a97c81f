import type { PageData } from '@tributary/contract/page/page-data.ts';
import type { ComponentType } from 'react';
import { realtime } from '../lib/realtime.ts';
import { session } from '../lib/session.ts';
import { newEntry, readEntry } from './history-entry.ts';
import { mayLeave } from './may-leave.ts';
import { fetchPage, NotAPage } from './page-fetch.ts';
import type { FetchedPage } from './page-fetch.ts';
import { PageMemory } from './page-memory.ts';
import { loadPageComponent, PageModuleMissing, preloadRegistry } from './page-modules.ts';

export type NavigateOptions = {
  replace?: boolean | undefined;
  /** Stays where it is: filters, tabs within a page. */
  keepScroll?: boolean | undefined;
};

export type NavigatorState = {
  /** Pathname + search + hash of what is shown. */
  address: string;
  page: PageData;
  Component: ComponentType;
  /** Changes when the page must be mounted again. */
  mountKey: string;
  /** Grows with every navigation that has arrived; not with reloads. */
  arrival: number;
  isLoading: boolean;
  /** The address that could not be fetched, while the previous page's frame stays. */
  failure: { address: string; error: unknown } | null;
};

/** What the navigator needs of the browser; tests give their own. */
export type NavigatorPorts = {
  load: (kind: string) => Promise<ComponentType>;
  /** `takesAhead`: for a page that is gone to, with what it asks first; not for one that is shown already. */
  fetch: (address: string, signal: AbortSignal, takesAhead?: boolean) => Promise<FetchedPage>;
  leaveTo: (href: string) => void;
  /** True at once where nothing would be lost with the shown page, else what the user answers. */
  mayLeave: () => true | Promise<boolean>;
};

export const browserPorts = (): NavigatorPorts => ({
  load: (kind) => loadPageComponent(kind),
  fetch: (...asked) => {
    preloadRegistry().catch(() => undefined); // Who needs it asks again, and tells what is wrong.
    return fetchPage(...asked);
  },
  leaveTo: (href) => window.location.assign(href),
  mayLeave,
});

/** A prefetch on pointer intent is good for this long. */
const prefetchMs = 10_000;

function withoutHash(address: string): string {
  return address.split('#', 1)[0] ?? address;
}

function pathnameOf(address: string): string {
  return withoutHash(address).split('?', 1)[0] ?? address;
}

export function mountKeyOf(page: PageData, address: string): string {
  return `${page.kind} ${page.key ?? pathnameOf(address)}`;
}

type Following = { commitHistory: (final: string) => void; scroll: number | null; allowPrefetched: boolean };

/** Holds which page is shown and moves between pages. React reads it as an external store. */
export class Navigator {
  #state: NavigatorState;
  readonly #ports: NavigatorPorts;
  readonly #memory = new PageMemory();
  readonly #bootVersion: string;
  readonly #listeners = new Set<() => void>();
  readonly #prefetches = new Map<string, { at: number; promise: Promise<FetchedPage> }>();
  #abort: AbortController | null = null;
  /** Ends, in whatever way, when the navigation under way does; and what that one asks for. */
  #going: Promise<void> | null = null;
  #asked: string | null = null;
  /** Scroll position to restore once the arrived page is drawn; null keeps it. */
  #pendingScroll: number | null = null;
  /** Place of what is shown in the history. */
  #index = 0;
  /** The next traversal only takes back one that was not to be. */
  #isReturning = false;

  constructor(ports: NavigatorPorts, address: string, page: PageData, component: ComponentType) {
    this.#ports = ports;
    this.#bootVersion = page.shell.instance.version;
    this.#state = {
      address,
      page,
      Component: component,
      mountKey: mountKeyOf(page, address),
      arrival: 0,
      isLoading: false,
      failure: null,
    };
    this.#remember(withoutHash(address), page);
    window.history.scrollRestoration = 'manual';
    const entry = readEntry();
    this.#index = entry.index;
    window.history.replaceState(entry, '');
  }

  get state(): NavigatorState {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  takePendingScroll(): number | null {
    const scroll = this.#pendingScroll;
    this.#pendingScroll = null;
    return scroll;
  }

  /** Goes to an address of this origin. Resolves when the page is shown or has failed. */
  async navigate(href: string, options: NavigateOptions = {}): Promise<void> {
    const url = new URL(href, window.location.href);
    if (url.origin !== window.location.origin) return this.#ports.leaveTo(url.href);
    const address = url.pathname + url.search + url.hash;
    const isSamePlace = withoutHash(address) === withoutHash(this.#state.address);
    if (isSamePlace && url.hash !== '') {
      this.#abort?.abort();
      if (address !== this.#state.address) this.#push(address, options.replace === true);
      this.#set({ address, arrival: this.#state.arrival + 1, isLoading: false });
      return undefined;
    }
    const mayGo = this.#mayLeaveFor(address);
    if (mayGo !== true && !(await mayGo)) return undefined;
    this.saveScroll();
    await this.#go(address, {
      commitHistory: (final) => this.#push(final, options.replace === true || isSamePlace),
      scroll: options.keepScroll === true ? null : 0,
      allowPrefetched: true,
    });
    return undefined;
  }

  /** Another address for what is shown, where the server would answer with the same page: nothing is fetched. */
  rename(href: string, options: { replace?: boolean } = {}): void {
    const url = new URL(href, window.location.href);
    const address = url.pathname + url.search + url.hash;
    if (address === this.#state.address) return;
    if (options.replace !== true) this.saveScroll();
    this.#push(address, options.replace === true);
    this.#remember(withoutHash(address), this.#state.page);
    this.#set({ address });
  }

  /** Back and forward: the remembered page at once, then what the server says now. */
  async traverse(): Promise<void> {
    const { pathname, search, hash } = window.location;
    const address = pathname + search + hash;
    const { scroll, index } = readEntry();
    if (this.#isReturning) {
      this.#isReturning = false;
      return;
    }
    const mayGo = this.#mayLeaveFor(address);
    if (mayGo !== true && index !== this.#index) {
      await this.#stepBackUntil(mayGo, index - this.#index);
      return;
    }
    this.#index = index;
    if (withoutHash(address) === withoutHash(this.#state.address)) {
      this.#set({ address, arrival: this.#state.arrival + 1 });
      return;
    }
    const remembered = this.#memory.get(pathname + search);
    if (remembered === undefined) {
      await this.#go(address, { commitHistory: () => undefined, scroll, allowPrefetched: false });
      return;
    }
    this.#abort?.abort();
    await this.#show(remembered, address, scroll);
    await this.reload();
  }

  /** The browser has moved already: it is moved back, and forth again once the user agrees. */
  async #stepBackUntil(mayGo: Promise<boolean>, by: number): Promise<void> {
    this.#isReturning = true;
    window.history.go(-by);
    if (await mayGo) window.history.go(by);
  }

  /** Another address of the same page keeps what is typed there. */
  #mayLeaveFor(address: string): true | Promise<boolean> {
    return pathnameOf(address) === pathnameOf(this.#state.address) ? true : this.#ports.mayLeave();
  }

  /** Fetches the data of the shown page again; its state and scroll position stay. */
  async reload(): Promise<void> {
    // News must not take away a page that someone has asked for.
    if (this.#going !== null) {
      await this.#going;
      return this.reload();
    }
    const { address } = this.#state;
    const abort = this.#newAbort();
    try {
      const fetched = await this.#ports.fetch(withoutHash(address), abort.signal);
      if (abort.signal.aborted) return;
      await this.#show(fetched.page, address, null, false);
    } catch (error) {
      if (!abort.signal.aborted) throw error;
    }
  }

  /** Tries again what failed, or what is shown. */
  async retry(): Promise<void> {
    const failed = this.#state.failure;
    if (failed === null) return this.reload();
    return this.#go(failed.address, {
      commitHistory: (final) => this.#push(final, true),
      scroll: 0,
      allowPrefetched: false,
    });
  }

  prefetch(href: string): void {
    const url = new URL(href, window.location.href);
    const address = url.pathname + url.search;
    const isThere = address === withoutHash(this.#state.address) || address === this.#asked;
    if (isThere || this.#freshPrefetch(address) !== null) return;
    const promise = this.#ports.fetch(address, AbortSignal.timeout(prefetchMs), true);
    this.#prefetches.set(address, { at: Date.now(), promise });
    promise.then(
      (fetched) => void this.#ports.load(fetched.page.kind).catch(() => undefined),
      () => this.#prefetches.delete(address), // The click asks again and tells what is wrong.
    );
  }

  /** Changes the shown data in place, e.g. before the server has confirmed. */
  update(change: (page: PageData) => PageData): void {
    const page = change(this.#state.page);
    this.#remember(withoutHash(this.#state.address), page);
    this.#set({ page });
  }

  saveScroll(): void {
    window.history.replaceState({ ...readEntry(), scroll: window.scrollY }, '');
  }

  async #go(address: string, how: Following): Promise<void> {
    this.#asked = withoutHash(address);
    const going = this.#follow(address, how);
    this.#going = going;
    try {
      await going;
    } finally {
      if (this.#going === going) {
        this.#going = null;
        this.#asked = null;
      }
    }
  }

  async #follow(address: string, how: Following): Promise<void> {
    const abort = this.#newAbort();
    this.#set({ isLoading: true });
    try {
      const fetched = await this.#obtain(withoutHash(address), abort.signal, how.allowPrefetched);
      if (abort.signal.aborted) return;
      if (fetched.page.shell.instance.version !== this.#bootVersion) return this.#ports.leaveTo(address);
      const hash = address.includes('#') ? address.slice(address.indexOf('#')) : '';
      const final = fetched.address + hash;
      const component = await this.#ports.load(fetched.page.kind);
      if (abort.signal.aborted) return;
      how.commitHistory(final);
      realtime.showsFrom(fetched.askedAt ?? 0);
      this.#arrive(fetched.page, final, component, how.scroll);
    } catch (error) {
      if (abort.signal.aborted) return;
      this.#fail(error, address, how.commitHistory);
    }
  }

  #fail(error: unknown, address: string, commitHistory: (final: string) => void): void {
    if (error instanceof NotAPage || error instanceof PageModuleMissing) return this.#ports.leaveTo(address);
    commitHistory(address);
    this.#set({ isLoading: false, failure: { address, error }, address, arrival: this.#state.arrival + 1 });
  }

  async #obtain(address: string, signal: AbortSignal, allowPrefetched: boolean): Promise<FetchedPage> {
    const ready = allowPrefetched ? this.#freshPrefetch(address) : null;
    this.#prefetches.delete(address);
    if (ready !== null) {
      try {
        return await ready;
      } catch {
        return this.#ports.fetch(address, signal, true); // The hint failed; the real request decides.
      }
    }
    return this.#ports.fetch(address, signal, true);
  }

  #freshPrefetch(address: string): Promise<FetchedPage> | null {
    const found = this.#prefetches.get(address);
    if (found === undefined || Date.now() - found.at > prefetchMs) return null;
    return found.promise;
  }

  async #show(page: PageData, address: string, scroll: number | null, isArrival = true): Promise<void> {
    const component = await this.#ports.load(page.kind);
    if (isArrival) this.#arrive(page, address, component, scroll);
    else {
      this.#remember(withoutHash(address), page);
      this.#set({ page, Component: component, mountKey: mountKeyOf(page, address), isLoading: false, failure: null });
    }
  }

  #arrive(page: PageData, address: string, component: ComponentType, scroll: number | null): void {
    this.#remember(withoutHash(address), page);
    this.#pendingScroll = scroll;
    this.#set({
      address,
      page,
      Component: component,
      mountKey: mountKeyOf(page, address),
      arrival: this.#state.arrival + 1,
      isLoading: false,
      failure: null,
    });
  }

  #newAbort(): AbortController {
    this.#abort?.abort();
    this.#abort = new AbortController();
    return this.#abort;
  }

  #remember(address: string, page: PageData): void {
    session.write({ csrfToken: page.shell.csrfToken, isSignedIn: page.shell.viewer !== null });
    this.#memory.set(address, page);
  }

  #push(address: string, replace: boolean): void {
    if (!replace) this.#index += 1;
    const entry = newEntry(this.#index);
    if (replace) window.history.replaceState({ ...entry, scroll: window.scrollY }, '', address);
    else window.history.pushState(entry, '', address);
  }

  #set(change: Partial<NavigatorState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
