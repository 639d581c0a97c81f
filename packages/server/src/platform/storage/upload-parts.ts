import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type * as S3 from '@aws-sdk/client-s3';

/** S3 takes at least 5 MiB, and at most 10,000 parts: these reach 156 GiB. Two of them are in memory at most. */
const PART_BYTES = 16 * 1024 * 1024;

type Target = { Bucket: string; Key: string };
type Commands = Pick<
  typeof S3,
  | 'AbortMultipartUploadCommand'
  | 'CompleteMultipartUploadCommand'
  | 'CreateMultipartUploadCommand'
  | 'PutObjectCommand'
  | 'UploadPartCommand'
>;

const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('base64');

/** Parts of equal size; the last one is smaller, or empty where there is nothing. */
async function* partsOf(stream: Readable): AsyncGenerator<{ data: Buffer; isLast: boolean }> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const data = chunk as Buffer;
    held.push(data);
    size += data.length;
    while (size > PART_BYTES) {
      const all = Buffer.concat(held);
      yield { data: all.subarray(0, PART_BYTES), isLast: false };
      held = [Buffer.from(all.subarray(PART_BYTES))];
      size -= PART_BYTES;
    }
  }
  yield { data: Buffer.concat(held), isLast: true };
}

/**
 * Stores a stream without collecting it: in one request if it is small, else in parts. Each request has its length and SHA-256,
 * so that what is stored is what was sent. When the stream fails nothing is stored.
 */
export async function uploadStream(
  client: S3.S3Client,
  commands: Commands,
  target: Target,
  stream: Readable,
): Promise<void> {
  const { PutObjectCommand, CreateMultipartUploadCommand, UploadPartCommand } = commands;
  const { CompleteMultipartUploadCommand, AbortMultipartUploadCommand } = commands;
  let uploadId: string | undefined;
  const parts: { ETag: string | undefined; PartNumber: number; ChecksumSHA256: string }[] = [];
  try {
    for await (const { data, isLast } of partsOf(stream)) {
      const body = { Body: data, ContentLength: data.length, ChecksumSHA256: sha256(data) };
      if (isLast && uploadId === undefined) {
        await client.send(new PutObjectCommand({ ...target, ...body }));
        return;
      }
      uploadId ??= (await client.send(new CreateMultipartUploadCommand({ ...target, ChecksumAlgorithm: 'SHA256' })))
        .UploadId;
      const part = { PartNumber: parts.length + 1, UploadId: uploadId };
      const { ETag } = await client.send(new UploadPartCommand({ ...target, ...part, ...body }));
      parts.push({ ETag, PartNumber: part.PartNumber, ChecksumSHA256: body.ChecksumSHA256 });
    }
    const whole = { UploadId: uploadId, MultipartUpload: { Parts: parts } };
    await client.send(new CompleteMultipartUploadCommand({ ...target, ...whole }));
  } catch (error) {
    stream.destroy();
    const unfinished = uploadId !== undefined && new AbortMultipartUploadCommand({ ...target, UploadId: uploadId });
    // Maintenance removes it if this fails as well.
    if (unfinished) await client.send(unfinished).catch(() => undefined);
    throw error;
  }
}
