import { useRef } from 'react';

/**
 * The header by which the server knows that the same is sent again, because the first answer was lost: the key is the same
 * for the same `what` until it has arrived.
 */
export function useSendKey() {
  const sent = useRef<{ what: string; key: string }>(null);
  return {
    keyFor: (what: string): string => {
      if (sent.current?.what !== what) sent.current = { what, key: crypto.randomUUID() };
      return sent.current.key;
    },
    arrived: () => {
      sent.current = null;
    },
  };
}

export function keyHeader(key: string): { 'Idempotency-Key': string } {
  return { 'Idempotency-Key': key };
}
