import type { PaletteItem } from '@tributary/contract/page/page-data.ts';
import { storage } from '../../lib/storage.ts';

const key = 'palette.recent';
const most = 12;

function parseItem(value: unknown): PaletteItem | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('id' in value && 'text' in value && 'href' in value)) return undefined;
  const { id, text, href } = value;
  if (typeof id !== 'string' || typeof text !== 'string' || typeof href !== 'string' || !href.startsWith('/'))
    return undefined;
  return {
    id,
    text,
    href,
    ...('detail' in value && typeof value.detail === 'string' ? { detail: value.detail } : {}),
    ...('icon' in value && typeof value.icon === 'string' ? { icon: value.icon } : {}),
  };
}

function parseItems(value: unknown): PaletteItem[] | undefined {
  return Array.isArray(value) ? value.map(parseItem).filter((item) => item !== undefined) : undefined;
}

/** Of this user on this device; another user on it does not see them. */
export function recentItems(viewerId: number | null): PaletteItem[] {
  return storage.get(`${key}.${viewerId ?? 'visitor'}`, [], parseItems);
}

export function rememberItem(viewerId: number | null, item: PaletteItem): void {
  const others = recentItems(viewerId).filter((other) => other.href !== item.href);
  storage.set(`${key}.${viewerId ?? 'visitor'}`, [item, ...others].slice(0, most));
}
