import { PRELOAD_REQUESTS } from '@tributary/contract/page/preloaded-responses.ts';
import { createRoot } from 'react-dom/client';
import './styles.css';
import { App } from './app/app.tsx';
import { bindNavigator } from './app/navigation.tsx';
import { browserPorts, Navigator } from './app/navigator.ts';
import { readEmbeddedPage } from './app/page-data.ts';
import { loadPageComponent } from './app/page-modules.ts';
import { cachePreloadedResponses } from './lib/preloaded-responses.ts';
import { guardUnload } from './lib/unsaved.ts';
import { pageNonce } from './ui/page-nonce.ts';

/** The scroll lock of the floating layers asks for the nonce of its style element under this name. */
function shareNonce(): void {
  const nonce = pageNonce();
  if (nonce !== undefined) Object.assign(globalThis, { __webpack_nonce__: nonce });
}

async function start(): Promise<void> {
  shareNonce();
  const { data, module } = readEmbeddedPage();
  const { ahead, ...page } = data;
  cachePreloadedResponses(
    ahead,
    (globalThis as { [PRELOAD_REQUESTS]?: Record<string, Promise<unknown>> })[PRELOAD_REQUESTS],
  );
  const component = await loadPageComponent(page.kind, module);
  const { pathname, search, hash } = window.location;
  const navigator = new Navigator(browserPorts(), pathname + search + hash, page, component);
  bindNavigator(navigator);
  guardUnload();
  const root = document.getElementById('root');
  if (root === null) throw new Error('The document has no root.');
  createRoot(root).render(<App navigator={navigator} />);
}

void start();
