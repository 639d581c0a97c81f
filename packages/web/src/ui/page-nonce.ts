/**
 * The nonce of this document for the style elements that the floating layers insert (scroll lock, list scrollbars):
 * the policy forbids every other inline style.
 */
export function pageNonce(): string | undefined {
  const holder = document.querySelector<HTMLElement>('script[nonce], style[nonce]');
  const nonce = holder?.nonce;
  return nonce === undefined || nonce === '' ? undefined : nonce;
}
