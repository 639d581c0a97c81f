import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { queryClient } from '../src/app/query-client.ts';
import { forgetAnswers } from '../src/lib/answers.ts';

/** Parts of the DOM that jsdom lacks and that the primitives call. */
class SilentResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** A stream on which nothing ever comes. */
class SilentEventSource extends EventTarget {
  onopen = null;
  onmessage = null;
  onerror = null;
  close(): void {}
}

globalThis.ResizeObserver ??= SilentResizeObserver;
Object.assign(globalThis, { EventSource: SilentEventSource });
Element.prototype.scroll ??= () => {};
Element.prototype.scrollIntoView ??= () => {};
Element.prototype.hasPointerCapture ??= () => false;
Element.prototype.setPointerCapture ??= () => {};
Element.prototype.releasePointerCapture ??= () => {};
window.scrollTo = () => {};
window.matchMedia ??= (query: string): MediaQueryList => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => {},
  removeListener: () => {},
  addEventListener: () => {},
  removeEventListener: () => {},
  dispatchEvent: () => false,
});

// A busy machine draws late; a test that passes does not wait for this.
configure({ asyncUtilTimeout: 15_000 });

afterEach(() => {
  cleanup();
  forgetAnswers();
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
});
