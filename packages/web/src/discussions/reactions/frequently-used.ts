const COOKIE = 'frequently_used_emojis';
const MOST = 9;
const YEAR_SECONDS = 365 * 24 * 60 * 60;
const NAME = /^[a-z0-9_+-]{1,60}$/;

/** Names in order of use; anything that is no name of an emoji is left out. */
export function frequentlyUsed(): string[] {
  const found = document.cookie.split('; ').find((each) => each.startsWith(`${COOKIE}=`));
  const names = decodeURIComponent(found?.slice(COOKIE.length + 1) ?? '').split(',');
  return [...new Set(names)].filter((name) => NAME.test(name)).slice(0, MOST);
}

/** Puts a name first. What is not the name of an emoji is not remembered. */
export function rememberEmoji(name: string, isKnown: (name: string) => boolean): void {
  if (!NAME.test(name) || !isKnown(name)) return;
  const names = [name, ...frequentlyUsed().filter((each) => each !== name)].slice(0, MOST);
  document.cookie = `${COOKIE}=${encodeURIComponent(names.join(','))}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}
