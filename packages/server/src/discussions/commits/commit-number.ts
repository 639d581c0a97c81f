import { createHash } from 'node:crypto';

/** 48 bits: fits a JavaScript number and fifteen digits. */
const DIGITS = 12;

/** The number of a commit as something to talk about. The same commit of a fork is another thing. */
export function commitNumber(projectId: number, sha: string): number {
  return Number.parseInt(createHash('sha256').update(`${projectId}:${sha}`).digest('hex').slice(0, DIGITS), 16);
}
