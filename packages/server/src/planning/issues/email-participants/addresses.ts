import { emailProblem } from '../../../accounts/index.ts';
import { escapeMarkdown } from '../../../discussions/index.ts';

export const MAX_IN_ONE_COMMAND = 6;
export const MAX_ON_ONE_ISSUE = 10;

/** Capitals make no other address. */
export function addressKey(address: string): string {
  return address.toLowerCase();
}

/** `a@b.c, d@e.f`: each once, as written first; and what among them is no address. A name beside an address is none. */
export function readAddresses(args: string): { addresses: string[]; invalid: string[] } {
  const words = args.split(/[\s,;]+/).filter((word) => word !== '');
  const valid = words.filter((word) => emailProblem(word) === null);
  const byKey = new Map(valid.toReversed().map((address) => [addressKey(address), address]));
  return {
    addresses: [...byKey.values()].toReversed(),
    invalid: words.filter((word) => emailProblem(word) !== null),
  };
}

/** `us*****@e*****.c**`: whoever knows the address knows it again, nobody else learns it, nor how long it is. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const labels = address.slice(at + 1).split('.');
  const last = labels.length > 1 ? `.${startOf(labels.at(-1) ?? '', 1)}**` : '';
  return `${startOf(address.slice(0, at), 2)}*****@${startOf(labels[0] ?? '', 1)}*****${last}`;
}

/** Letters and digits alone: what else an address may hold means something in texts. */
function startOf(text: string, length: number): string {
  return /^[\p{L}\p{N}]*/u.exec([...text].slice(0, length).join(''))?.[0] ?? '';
}

export type ParticipantsText = { body: string; fullBody: string };

/** Sentences of system notes, as verb phrases after the user's name: for those who may read the addresses, and for others. */
export function participantsText(verb: 'added' | 'removed', addresses: readonly string[]): ParticipantsText {
  const what = addresses.length === 1 ? 'as external participant' : 'as external participants';
  const sentence = (named: string[]) => `${verb} ${inWords(named)} ${what}`;
  return {
    body: sentence(addresses.map((address) => `\`${maskAddress(address)}\``)),
    fullBody: sentence(addresses.map((address) => asItIs(address))),
  };
}

/** Of someone outside, who has no name here. */
export function unsubscribedText(address: string): ParticipantsText {
  return {
    body: `unsubscribed \`${maskAddress(address)}\` from this issue`,
    fullBody: `unsubscribed ${asItIs(address)} from this issue`,
  };
}

/** Most addresses mean nothing else in Markdown. */
function asItIs(address: string): string {
  return /^[\p{L}\p{N}][\p{L}\p{N}._%+-]*[\p{L}\p{N}]@[\p{L}\p{N}.-]+$|^[\p{L}\p{N}]@[\p{L}\p{N}.-]+$/u.test(address)
    ? address
    : escapeMarkdown(address);
}

function inWords(named: readonly string[]): string {
  return named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
}
