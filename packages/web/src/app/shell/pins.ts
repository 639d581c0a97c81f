import type { ShellContext } from '@tributary/contract/page/page-data.ts';
import { useStored } from '../../lib/storage.ts';

export type Pin = { href: string; name: string; fullPath: string; id: number; avatarUrl: string | null };

function parsePin(value: unknown): Pin | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('href' in value && 'name' in value && 'fullPath' in value && 'id' in value)) return undefined;
  const { href, name, fullPath, id } = value;
  if (
    typeof href !== 'string' ||
    !href.startsWith('/') ||
    typeof name !== 'string' ||
    typeof fullPath !== 'string' ||
    typeof id !== 'number'
  )
    return undefined;
  const avatarUrl = 'avatarUrl' in value && typeof value.avatarUrl === 'string' ? value.avatarUrl : null;
  return { href, name, fullPath, id, avatarUrl };
}

function parsePins(value: unknown): Pin[] | undefined {
  return Array.isArray(value) ? value.map(parsePin).filter((pin) => pin !== undefined) : undefined;
}

const none: Pin[] = [];
const most = 12;

export function contextHref(context: ShellContext): string {
  return context.href ?? `/${context.fullPath}`;
}

/** Projects and groups kept at hand, of this user on this device. */
export function usePins(viewerId: number | null): {
  pins: Pin[];
  isPinned: (href: string) => boolean;
  toggle: (pin: Pin) => void;
} {
  const [pins, setPins] = useStored(`pins.${viewerId ?? 'visitor'}`, none, parsePins);
  const isPinned = (href: string): boolean => pins.some((pin) => pin.href === href);
  const toggle = (pin: Pin): void => {
    setPins(isPinned(pin.href) ? pins.filter((item) => item.href !== pin.href) : [pin, ...pins].slice(0, most));
  };
  return { pins, isPinned, toggle };
}
