import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * The field in which a page with one form begins. A navigation moves focus to the heading as it draws; this comes after
 * it. Give `active` false while something else has the attention.
 */
export function useFirstField(active = true): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (active) field.current?.focus({ preventScroll: true });
  }, [active]);
  return field;
}
