/** What is kept of a draft, by the fields of its place. */
export type DraftFields = ReadonlyMap<string, { text: string; base: string | null }>;
/** The same as it was found, with when it was written where that is known. */
export type AutosavedFields = ReadonlyMap<
  string,
  { text: string; base: string | null; writtenAt?: number | undefined }
>;

/** Names of places and fields have room for so much of a branch or a path. */
const MOST = 160;

/** A second name for long texts, that differs where they do: 53 bits of what is mixed of all their signs. */
function mixed(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(36);
}

/** A branch or a path, in signs that may stand in the name of a place or a field. */
export function nameOf(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const name = btoa(String.fromCodePoint(...bytes.subarray(0, MOST)));
  const plain = name.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return bytes.length > MOST ? `${plain}.${mixed(text)}` : plain;
}

/** When the last of it was written, as a date; null where nobody knows. */
export function writtenAt(kept: AutosavedFields): string | null {
  const times = [...kept.values()].flatMap(({ writtenAt: at }) => (at === undefined || Number.isNaN(at) ? [] : [at]));
  return times.length === 0 ? null : new Date(Math.max(...times)).toISOString();
}
