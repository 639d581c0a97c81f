/** The list with one of its entries in another place. */
export function movedTo<T>(list: readonly T[], from: number, to: number): T[] {
  const entry = list[from];
  return entry === undefined ? [...list] : list.toSpliced(from, 1).toSpliced(to, 0, entry);
}

/** Which place of the list an entry gets that is let go at this height: that of the row below the pointer. */
export function positionAt(rows: readonly { top: number; bottom: number }[], y: number): number {
  const at = rows.findIndex(({ bottom }) => y < bottom);
  return at < 0 ? rows.length - 1 : at;
}
