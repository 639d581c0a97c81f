/** Forms that hold something nobody has saved. Whoever leads away from the page asks here first. */
const holders = new Set<() => boolean>();

/** Says that something would be lost while `isUnsaved` answers yes; the answer takes that back. */
export function holdUnsaved(isUnsaved: () => boolean): () => void {
  holders.add(isUnsaved);
  return () => holders.delete(isUnsaved);
}

export function hasUnsaved(): boolean {
  return [...holders].some((isUnsaved) => isUnsaved());
}

/** The user has said that it may be lost. */
export function giveUpUnsaved(): void {
  holders.clear();
}

/** Closing the window or going to another site is the browser's to ask about. */
export function guardUnload(): void {
  window.addEventListener('beforeunload', (event) => {
    if (hasUnsaved()) event.preventDefault();
  });
}
