import { constants, gunzipSync } from 'node:zlib';
import { successBody } from './http-client.ts';
import type { Service } from './service.ts';
import type { StagedProject, StagedRequest } from './stage.ts';

/** As many files as one batch may have. */
export const FILES_PER_BATCH = 30;

/** Until what is done behind a reader's back is over. */
const REST_MS = 2_000;
const MOST_ROUNDS = 5;

export type ReadDiff = { files: number; bytes: number };

export function changesPath(project: StagedProject, request: StagedRequest, name: string): string {
  return `/${project.fullPath}/-/merge_requests/${request.iid}/${name}`;
}

/** As a browser asks. What is answered in another way than compressed is taken as well. */
export const BROWSER = { 'accept-encoding': 'gzip' };

/**
 * Reads the names of all changed files, then all of them with their lines, one batch after the other as a page does. All
 * are asked for as a browser asks; of the names only the beginning is unpacked, which tells how many there are.
 */
export async function readFullDiff(
  service: Service,
  project: StagedProject,
  request: StagedRequest,
  options: { filesPerBatch?: number; query?: string } = {},
): Promise<ReadDiff> {
  const { filesPerBatch = FILES_PER_BATCH, query = '' } = options;
  const get = async (name: string) => {
    const address = changesPath(project, request, name);
    const answer = await service.client.request('GET', address, { headers: BROWSER });
    return { body: successBody(answer, address), isPacked: answer.headers['content-encoding'] === 'gzip' };
  };
  const metadata = await get(`diffs_metadata.json?${query}`);
  const size = Number(/"size":(\d+)/.exec(beginningOf(metadata))?.[1]);
  let bytes = metadata.body.length;
  for (let page = 0; page < size; page += filesPerBatch) {
    bytes += (await get(`diffs_batch.json?page=${page}&per_page=${filesPerBatch}&${query}`)).body.length;
  }
  return { files: size, bytes };
}

function beginningOf({ body, isPacked }: { body: Buffer; isPacked: boolean }): string {
  const first = body.subarray(0, 1_000);
  return (isPacked ? gunzipSync(first, { finishFlush: constants.Z_SYNC_FLUSH }) : first).toString('latin1', 0, 200);
}

/** The whole of it as one text, as clients of the API get it. */
export function rawDiffPath(project: StagedProject, request: StagedRequest): string {
  return `/api/v4/projects/${project.id}/merge_requests/${request.iid}/raw_diffs`;
}

/** All files with their lines in one answer, as pages read what follows the first files. */
export function streamPath(project: StagedProject, request: StagedRequest): string {
  return changesPath(project, request, 'diffs_batches.ndjson');
}

/** Reads one answer until it is kept as it was sent. Gives its bytes as they travel and as they are unpacked. */
export async function readUntilCached(service: Service, address: string): Promise<{ packed: number; text: Buffer }> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const answer = await service.client.request('GET', address, { headers: BROWSER });
    const body = successBody(answer, address);
    if (answer.headers['content-length'] !== undefined && answer.headers['content-encoding'] === 'gzip')
      return { packed: body.length, text: gunzipSync(body) };
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
  }
  throw new Error(`${address} is made anew for each reader`);
}

/** How many changed files the lines of `streamPath` hold. */
export function filesIn(stream: Buffer): number {
  const marker = '"file_identifier_hash":';
  let count = 0;
  for (let at = stream.indexOf(marker); at >= 0; at = stream.indexOf(marker, at + marker.length)) count++;
  return count;
}
