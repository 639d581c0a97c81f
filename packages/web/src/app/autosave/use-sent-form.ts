import { useRef } from 'react';
import { headersOf } from './autosave-store.ts';
import { useArrivals } from './use-arrivals.ts';
import { useTexts } from './use-autosaved-text.ts';

export type UsedForm = {
  /** Of a request with this body: its key, the same when the same is sent again, and where its texts are kept. */
  headersFor: (body: unknown) => Record<string, string>;
  arrived: () => void;
};

/**
 * A form that keeps what is typed into these fields: what it sends takes its texts along, whatever becomes of the page. Sent
 * again, also after a reload, it is the same request, until something in it changes. `close`: of one that opened by itself,
 * for texts that had arrived without its page knowing.
 */
export function useSentForm(place: string, fields: readonly string[], close?: () => void): UsedForm {
  const texts = useTexts(place);
  useArrivals(place, (field) => {
    if (fields.includes(field) && fields.every((each) => texts?.find(each) === undefined)) close?.();
  });
  const sent = useRef<{ what: string; key: string }>(null);
  const keyFor = (what: string): string => {
    if (sent.current === null) return texts?.sending(fields) ?? crypto.randomUUID();
    const key = sent.current.what === what ? sent.current.key : crypto.randomUUID();
    return texts?.sending(fields, key) ?? key;
  };
  return {
    headersFor: (body) => {
      const what = JSON.stringify(body);
      const key = keyFor(what);
      sent.current = { what, key };
      return headersOf({ key, place, fields });
    },
    arrived: () => {
      sent.current = null;
    },
  };
}
