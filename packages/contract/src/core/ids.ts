/** Ids that are easily confused carry a brand; plain numbers do not pass where a branded id is asked for. */
declare const brand: unique symbol;
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };

export type UserId = Brand<number, 'UserId'>;
export type ProjectId = Brand<number, 'ProjectId'>;
export type NamespaceId = Brand<number, 'NamespaceId'>;
export type MergeRequestId = Brand<number, 'MergeRequestId'>;
/** Number of an item inside its project (or group); never unique on its own. */
export type Iid = Brand<number, 'Iid'>;
/** 40 lower-case hex digits naming a git object. */
export type Sha = Brand<string, 'Sha'>;
/** `<sha1 of path>_<old line>_<new line>`: key of one line of one file's diff. */
export type LineCode = Brand<string, 'LineCode'>;

const SHA = /^[0-9a-f]{40}$/;

export const ZERO_SHA = '0000000000000000000000000000000000000000' as Sha;

export function isSha(text: string): text is Sha {
  return SHA.test(text);
}

/** Narrows text that is known to be an object id. Throws RangeError on anything else: a bug, not user input. */
export function asSha(text: string): Sha {
  if (!isSha(text)) throw new RangeError('not an object id');
  return text;
}
