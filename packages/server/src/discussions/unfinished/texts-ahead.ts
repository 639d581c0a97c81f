import { unfinishedTextsPath } from '@tributary/contract/discussions/unfinished-texts.ts';
import type { ShellViewer } from '@tributary/contract/page/page-data.ts';
import type { AheadAsk } from '../../faces/pages/define-page.ts';

/**
 * What a page asks first of its forms: unfinished texts of these places come with it, so that a form that was begun on
 * another device is open from the first sight on, and nothing moves to make room for it.
 */
export function textsAhead(viewer: ShellViewer | null, places: readonly string[]): AheadAsk[] {
  if (!viewer) return [];
  return places.map((place) => ({ path: `${unfinishedTextsPath}?${new URLSearchParams({ place })}`, of: 'page' }));
}
