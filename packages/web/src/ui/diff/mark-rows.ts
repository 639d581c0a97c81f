/** Gives the rows `[from, to]` of a diff a look, and no others; of two sides only the one that is meant. */
export function markRows(diff: Element | null, look: string, from: number, to: number): void {
  for (const marked of diff?.querySelectorAll(`.${look}`) ?? []) marked.classList.remove(look);
  if (!diff || from < 0) return;
  for (let index = Math.min(from, to); index <= Math.max(from, to); index++) {
    const cells = diff.querySelectorAll(`td[data-i="${index}"]`);
    for (const part of cells.length > 0 ? cells : diff.querySelectorAll(`tr.dr[data-i="${index}"]`)) {
      part.classList.add(look);
    }
  }
}
