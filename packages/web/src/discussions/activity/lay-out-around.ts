let laidOut: HTMLElement[] = [];

/** From this one on in one direction, as far as a window sees. */
function layOutFrom(first: HTMLElement, next: 'nextElementSibling' | 'previousElementSibling'): HTMLElement[] {
  const found: HTMLElement[] = [];
  let room = window.innerHeight;
  for (let each: Element | null = first; each instanceof HTMLElement && room > 0; each = each[next]) {
    each.style.contentVisibility = 'visible';
    found.push(each);
    if (each !== first) room -= each.offsetHeight;
  }
  return found;
}

/**
 * Gives a group, and those that will be in the window with it, their true heights before it is scrolled to. They keep them
 * until another one is gone to: what is skipped has an estimated one.
 */
export function layOutAround(group: HTMLElement): void {
  for (const each of laidOut) each.style.contentVisibility = '';
  laidOut = [...layOutFrom(group, 'previousElementSibling'), ...layOutFrom(group, 'nextElementSibling')];
}
