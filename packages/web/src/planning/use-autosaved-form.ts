import { useEffect, useState } from 'react';
import { useAutosavedFields, useAutosaveScope } from '../app/autosave/use-autosaved-text.ts';

/**
 * The form whose texts are kept in `place`; null while it is closed. What was begun and not sent opens it by itself, also when
 * that comes from another device; `autoFocus` where the reader opened it.
 */
export function useAutosavedForm(place: string, mayOpen: boolean) {
  useAutosaveScope(place);
  const isBegun = useAutosavedFields(place).length > 0 && mayOpen;
  const [form, setForm] = useState(isBegun ? { autoFocus: false } : null);
  useEffect(() => {
    if (isBegun) setForm((now) => now ?? { autoFocus: false });
  }, [isBegun]);
  return { form, open: () => setForm({ autoFocus: true }), close: () => setForm(null) };
}
