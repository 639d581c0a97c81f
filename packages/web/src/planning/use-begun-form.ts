import { useEffect, useState } from 'react';
import { useUnfinishedFields, useUnfinishedPlace } from '../app/unfinished/use-unfinished-text.ts';

/**
 * The form whose texts are kept in `place`; null while it is closed. What was begun and not sent opens it by itself, also when
 * that comes from another device; `autoFocus` where the reader opened it.
 */
export function useBegunForm(place: string, mayOpen: boolean) {
  useUnfinishedPlace(place);
  const isBegun = useUnfinishedFields(place).length > 0 && mayOpen;
  const [form, setForm] = useState(isBegun ? { autoFocus: false } : null);
  useEffect(() => {
    if (isBegun) setForm((now) => now ?? { autoFocus: false });
  }, [isBegun]);
  return { form, open: () => setForm({ autoFocus: true }), close: () => setForm(null) };
}
