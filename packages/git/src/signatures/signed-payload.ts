import { sharedCatFiles } from '../process/cat-file-pool.ts';

const MAX_COMMIT_BYTES = 1024 * 1024;

export interface SignedPayload {
  /** What was signed: the object without its signature. */
  payload: Buffer;
  /** Armored. Several are an attempt to be taken for somebody else, and null. */
  signature: string | null;
}

/** Takes the signature out of the content of a commit; null for one without. */
export function splitSignature(content: Buffer): SignedPayload | null {
  const kept: Buffer[] = [];
  const signatures: Buffer[][] = [];
  let current: Buffer[] | undefined;
  let at = 0;
  while (at < content.length) {
    const newline = content.indexOf(0x0a, at);
    const end = newline === -1 ? content.length : newline + 1;
    const line = content.subarray(at, end);
    // Headers end with an empty line; the message is signed as it is.
    if (line.length <= 1) break;
    if (startsWith(line, 'gpgsig ') || startsWith(line, 'gpgsig-sha256 ')) {
      current = [line.subarray(line.indexOf(0x20) + 1)];
      signatures.push(current);
    } else if (current && line[0] === 0x20) current.push(line.subarray(1));
    else {
      current = undefined;
      kept.push(line);
    }
    at = end;
  }
  if (signatures.length === 0) return null;
  const [first = []] = signatures;
  const payload = Buffer.concat([...kept, content.subarray(at)]);
  return { payload, signature: signatures.length === 1 ? Buffer.concat(first).toString('latin1') : null };
}

const startsWith = (line: Buffer, text: string): boolean => line.toString('latin1', 0, text.length) === text;

/** What was signed of a commit, with the signature; null for a commit without, or one that is not there. */
export async function readSignedPayload(repo: string, sha: string): Promise<SignedPayload | null> {
  const object = await sharedCatFiles().contents(repo, sha, MAX_COMMIT_BYTES);
  return object === null || object.truncated || object.type !== 'commit' ? null : splitSignature(object.content);
}
