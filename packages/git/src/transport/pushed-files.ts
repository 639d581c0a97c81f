import { assertObjectId, isZeroOid } from '../objects/object-id.ts';
import { pathFromBytes } from '../process/path-key.ts';
import { runGit } from '../process/run-git.ts';
import type { QuarantineEnv } from './hook-channel.ts';

export interface PushedFile {
  /** The commit that changed it. */
  commitSha: string;
  path: string;
  oid: string;
  /** False where an earlier commit has a file of that name. */
  isNew: boolean;
}

const CHECK_TIMEOUT_MS = 10 * 60_000;
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;
const SUBMODULE = '160000';

/** Files that these commits add or change, without what a merge took over as it was. Deleted files are left out. */
export async function changedFilesIn(
  repo: string,
  quarantine: QuarantineEnv,
  shas: readonly string[],
): Promise<PushedFile[]> {
  if (shas.length === 0) return [];
  const output = await runGit(repo, ['diff-tree', '--stdin', '--root', '-r', '-c', '-z', '--raw', '--no-renames'], {
    env: { ...quarantine },
    stdin: `${shas.map(assertObjectId).join('\n')}\n`,
    timeoutMs: CHECK_TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  });
  const files: PushedFile[] = [];
  let commitSha = '';
  let facts: { oid: string; isNew: boolean } | null | undefined;
  for (let at = 0, end = output.indexOf(0); end !== -1; at = end + 1, end = output.indexOf(0, at)) {
    if (facts !== undefined) {
      if (facts) files.push({ commitSha, path: pathFromBytes(output.subarray(at, end)), ...facts });
      facts = undefined;
    } else if (output[at] === 0x3a) facts = readFacts(output.toString('latin1', at, end));
    else commitSha = output.toString('latin1', at, end);
  }
  return files;
}

/** `:modes oids status`, with one colon, mode and id more than there are parents. Null for what is no file any more. */
function readFacts(line: string): { oid: string; isNew: boolean } | null {
  const parents = line.length - line.replace(/^:+/, '').length;
  const fields = line.slice(parents).split(' ');
  const oid = fields[2 * parents + 1] ?? '';
  const status = fields.at(-1) ?? '';
  if (isZeroOid(oid) || fields[parents] === SUBMODULE) return null;
  return { oid, isNew: /^A+$/.test(status) };
}

/** Sizes of objects of a push by id; what is missing is left out. */
export async function sizesIn(
  repo: string,
  quarantine: QuarantineEnv,
  oids: readonly string[],
): Promise<Map<string, number>> {
  if (oids.length === 0) return new Map();
  const output = await runGit(repo, ['cat-file', '--batch-check=%(objectname) %(objectsize)'], {
    env: { ...quarantine },
    stdin: `${oids.map(assertObjectId).join('\n')}\n`,
    timeoutMs: CHECK_TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  });
  const lines = output.toString('latin1').split('\n');
  return new Map(
    lines.flatMap((line) => {
      const [oid = '', size = ''] = line.split(' ');
      return /^\d+$/.test(size) ? [[oid, Number(size)] as const] : [];
    }),
  );
}
