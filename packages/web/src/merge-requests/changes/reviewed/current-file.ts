/** Below the bars that stay on top; what ends above it has been read past. */
const READ_PAST_PX = 140;

/** `file_hash` of the file that is being read: where focus is, else the first one below the bars. */
export function currentFileHash(): string | undefined {
  const own = document.activeElement?.closest<HTMLElement>('[id^="diff-content-"]');
  const cards = [...document.querySelectorAll<HTMLElement>('[id^="diff-content-"]')];
  const card = own ?? cards.find((each) => each.getBoundingClientRect().bottom > READ_PAST_PX);
  return card?.id.replace('diff-content-', '');
}
