/** Windows that nobody sees paint nothing: they wait no longer than this. */
const LONGEST_MS = 200;

/** Once what was drawn in this moment is on the screen: for what must not come before it. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, LONGEST_MS);
    requestAnimationFrame(() =>
      setTimeout(() => {
        clearTimeout(late);
        resolve();
      }),
    );
  });
}
