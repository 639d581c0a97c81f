import { type RefObject, useState } from 'react';
import type { CompletedField } from './use-completion.tsx';

type AreaProps = {
  onSelect: (event: { currentTarget: HTMLTextAreaElement }) => void;
  onBlur: () => void;
};

/** A plain field as completing sees it, and what it has to be told of. */
export function useAreaField(
  area: RefObject<HTMLTextAreaElement | null>,
  text: string,
  put: (text: string, caret: number) => void,
): { field: CompletedField; areaProps: AreaProps } {
  const [caret, setCaret] = useState<number | null>(null);
  return {
    field: {
      text,
      caret,
      replace: (from, to, inserted, next) => {
        setCaret(null);
        area.current?.focus();
        put(text.slice(0, from) + inserted + text.slice(to), next);
      },
      placeOf: (index, measure) => area.current && measure(area.current, index),
    },
    areaProps: {
      onSelect: (event) => setCaret(event.currentTarget.selectionStart),
      onBlur: () => setCaret(null),
    },
  };
}
