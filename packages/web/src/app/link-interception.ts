import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import type { Navigator as PageNavigator } from './navigator.ts';

/** The link of an event that the application may follow itself, or null when it is the browser's. */
export function followableLink(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link === null || !link.hasAttribute('href')) return null;
  if (link.hasAttribute('download') || link.closest('[data-native]') !== null) return null;
  if (link.target !== '' && link.target !== '_self') return null;
  if (link.origin !== window.location.origin || !link.protocol.startsWith('http')) return null;
  // Programs and files live beside the pages; asking for their page data would be in vain.
  if (/^\/(api|-\/assets)\//.test(link.pathname)) return null;
  return link;
}

function isPlainClick(event: MouseEvent): boolean {
  return (
    event.button === 0 &&
    !event.metaKey &&
    !event.ctrlKey &&
    !event.shiftKey &&
    !event.altKey &&
    !event.defaultPrevented
  );
}

function isHashOnly(link: HTMLAnchorElement): boolean {
  return link.hash !== '' && link.pathname === window.location.pathname && link.search === window.location.search;
}

function formAddress(form: HTMLFormElement, submitter: HTMLElement | null): URL {
  const url = new URL(form.action);
  const fields = [...new FormData(form, submitter)].map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : value.name,
  ]);
  // A search without a term is the page without the parameter.
  url.search = new URLSearchParams(fields.filter(([, value]) => value !== '')).toString();
  return url;
}

/** How long the pointer rests on a link before it counts as intent. */
const intentMs = 60;

/** Someone who asked their browser to save data asks for no guesses. */
function isSavingData(): boolean {
  if (!('connection' in navigator)) return false;
  const { connection } = navigator;
  return (
    typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true
  );
}

function mayPrefetch(link: HTMLAnchorElement): boolean {
  return !isSavingData() && !link.hasAttribute('data-no-prefetch') && !link.pathname.startsWith(shellPaths.page);
}

/** Delegated listeners for clicks, GET forms, intent and history. Returns their removal. */
export function interceptLinks(pages: PageNavigator): () => void {
  const removal = new AbortController();
  const options = { signal: removal.signal };
  let intent: ReturnType<typeof setTimeout> | undefined;

  document.addEventListener(
    'click',
    (event) => {
      const link = isPlainClick(event) ? followableLink(event.target) : null;
      if (link === null) return;
      event.preventDefault();
      if (isHashOnly(link) && link.hash === window.location.hash)
        document.getElementById(decodeURIComponent(link.hash.slice(1)))?.scrollIntoView();
      void pages.navigate(link.href);
    },
    options,
  );

  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target;
      if (
        event.defaultPrevented ||
        !(form instanceof HTMLFormElement) ||
        form.method !== 'get' ||
        form.closest('[data-native]') !== null
      )
        return;
      const url = formAddress(form, event.submitter);
      if (url.origin !== window.location.origin) return;
      event.preventDefault();
      void pages.navigate(url.href);
    },
    options,
  );

  const onIntent = (event: Event): void => {
    clearTimeout(intent);
    const link = followableLink(event.target);
    if (link === null || isHashOnly(link) || !mayPrefetch(link)) return;
    const delayMs = event.type === 'pointerdown' ? 0 : intentMs;
    intent = setTimeout(() => pages.prefetch(link.href), delayMs);
  };
  document.addEventListener('pointerover', onIntent, { ...options, passive: true });
  document.addEventListener('pointerdown', onIntent, { ...options, passive: true });

  window.addEventListener('popstate', () => void pages.traverse(), options);
  window.addEventListener('pagehide', () => pages.saveScroll(), options);
  // The entry that is left by a traversal is no longer current then, so its position is kept while scrolling.
  document.addEventListener('scrollend', () => pages.saveScroll(), options);
  return () => {
    clearTimeout(intent);
    removal.abort();
  };
}
