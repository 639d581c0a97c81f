import { readCookie, writeCookie } from '../../lib/cookies.ts';

const COOKIE = 'frequently_used_emojis';
const MOST = 9;
const NAME = /^[a-z0-9_+-]{1,60}$/;

/** Names in order of use; anything that is no name of an emoji is left out. */
export function frequentlyUsed(): string[] {
  const names = (readCookie(COOKIE) ?? '').split(',');
  return [...new Set(names)].filter((name) => NAME.test(name)).slice(0, MOST);
}

/** Puts a name first. What is not the name of an emoji is not remembered. */
export function rememberEmoji(name: string, isKnown: (name: string) => boolean): void {
  if (!NAME.test(name) || !isKnown(name)) return;
  const names = [name, ...frequentlyUsed().filter((each) => each !== name)].slice(0, MOST);
  writeCookie(COOKIE, names.join(','));
}
