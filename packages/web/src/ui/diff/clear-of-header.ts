/**
 * Tells the lines and comments of a card how high the header is that stays above them, so that what is scrolled to does
 * not stop behind it. Asked when someone goes there: a header with a long path takes several lines.
 */
export function clearOfHeader(element: Element): void {
  const card = element.closest<HTMLElement>('[data-file-card]');
  const header = card?.querySelector<HTMLElement>('[data-file-header]');
  if (card && header) card.style.setProperty('--file-header', `${header.offsetHeight}px`);
}
