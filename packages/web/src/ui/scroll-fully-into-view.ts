/**
 * Scrolls as little as it takes to show all of what has just opened, clear of the bars above and below. What is higher than
 * the window is left where it is: the browser shows what has the keyboard in it.
 */
export function scrollFullyIntoView(element: Element): void {
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const bars = (Number.parseFloat(scrollPaddingTop) || 0) + (Number.parseFloat(scrollPaddingBottom) || 0);
  if (element.getBoundingClientRect().height > window.innerHeight - bars) return;
  element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}
