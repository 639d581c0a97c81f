import { type ComponentType, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { parseOneOf, storage } from '../../lib/storage.ts';
import { useToast } from '../../ui/toast.tsx';
import type { SurfaceProps } from './plain-surface.tsx';
import type { Surface, TextSelection } from './surface.ts';

export type RichSurfaceComponent = ComponentType<SurfaceProps & { uploadsPath: string | null }>;

const KEY = 'text_editor_mode';
const parse = parseOneOf('plain', 'rich');

let loaded: RichSurfaceComponent | null = null;

async function load(): Promise<RichSurfaceComponent> {
  loaded ??= (await import('./rich/rich-surface.tsx')).default;
  return loaded;
}

/**
 * Whether texts are edited as Markdown or as they look; the choice is remembered. The plain field stays until the other is
 * there, and selection and focus go with the text.
 */
export function useRichMode(surface: RefObject<Surface | null>, place: RefObject<HTMLElement | null>) {
  const toast = useToast();
  const [wanted, setWanted] = useState(() => storage.get(KEY, 'plain', parse));
  const [Rich, setRich] = useState<{ surface: RichSurfaceComponent } | null>(() =>
    wanted === 'rich' && loaded ? { surface: loaded } : null,
  );
  const carried = useRef<{ selection: TextSelection; isFocused: boolean } | null>(null);
  const carry = () => {
    const isFocused = place.current?.contains(document.activeElement) === true;
    carried.current = surface.current && { selection: surface.current.selection(), isFocused };
  };
  useLayoutEffect(() => {
    if (wanted !== 'rich' || Rich) return undefined;
    let isWanted = true;
    load()
      .then((found) => {
        if (isWanted) {
          carry();
          setRich({ surface: found });
        }
        return undefined;
      })
      .catch(() => {
        if (!isWanted) return;
        toast({ text: 'Rich text editing could not be loaded. Check your connection and try again.', tone: 'failed' });
        setWanted('plain');
      });
    return () => {
      isWanted = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is carried is read when it is needed
  }, [wanted, Rich]);
  const isRich = wanted === 'rich' && Rich !== null;
  useLayoutEffect(() => {
    const found = carried.current;
    carried.current = null;
    if (!found?.isFocused) return;
    surface.current?.focus();
    surface.current?.select(found.selection);
  }, [isRich, surface]);
  return {
    Rich: isRich ? Rich.surface : null,
    isLoading: wanted === 'rich' && !isRich,
    isWanted: wanted === 'rich',
    toggle: () => {
      const next = wanted === 'rich' ? 'plain' : 'rich';
      if (isRich || Rich) carry();
      storage.set(KEY, next);
      setWanted(next);
    },
  };
}
