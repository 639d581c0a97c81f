import { autosavesPath } from '@tributary/contract/discussions/autosaves.ts';
import type { ShellViewer } from '@tributary/contract/page/page-data.ts';
import type { Preload } from '../../endpoints/pages/define-page.ts';

/**
 * What a page asks first of its forms: autosaved texts of these places come with it, so that a form that was begun on
 * another device is open from the first sight on, and nothing moves to make room for it.
 */
export function preloadAutosaves(viewer: ShellViewer | null, places: readonly string[]): Preload[] {
  if (!viewer) return [];
  return places.map((place) => ({ path: `${autosavesPath}?${new URLSearchParams({ place })}`, of: 'page' }));
}
