import type { Readable } from 'node:stream';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { ObjectStorage } from './object-storage.ts';
import { uploadStream } from './upload-parts.ts';

function isAbsent(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');
}

async function collect(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Objects in an S3 bucket: `s3://bucket/prefix?endpoint=…&region=…`; credentials come from the usual AWS variables. */
export async function createS3Storage(storageUrl: string): Promise<ObjectStorage> {
  const commands = await import('@aws-sdk/client-s3');
  const { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } = commands;
  const { AbortMultipartUploadCommand, ListMultipartUploadsCommand } = commands;
  const url = new URL(storageUrl);
  const endpoint = url.searchParams.get('endpoint');
  const client = new S3Client({
    region: url.searchParams.get('region') ?? 'us-east-1',
    ...(endpoint && { endpoint, forcePathStyle: true }),
  });
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  const place = (name: string) => ({ Bucket: url.hostname, Key: prefix ? `${prefix}/${name}` : name });

  const fetchObject = async (name: string, range?: string) => {
    try {
      const answer = await client.send(new GetObjectCommand({ ...place(name), ...(range && { Range: range }) }));
      return { stream: answer.Body as Readable, sizeBytes: answer.ContentLength ?? 0 };
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw new AppError('storage_unavailable', {}, { cause: error });
    }
  };
  const read = async (name: string, range?: string) => {
    const found = await fetchObject(name, range);
    return found && collect(found.stream);
  };
  const listPage = async (asked: { Bucket: string; Prefix: string; ContinuationToken?: string }) => {
    try {
      return await client.send(new ListObjectsV2Command(asked));
    } catch (error) {
      throw new AppError('storage_unavailable', {}, { cause: error });
    }
  };
  return {
    mayBeShared: true,
    async put(name, data) {
      let failure: unknown;
      try {
        if (Buffer.isBuffer(data)) await client.send(new PutObjectCommand({ ...place(name), Body: data }));
        else {
          data.once('error', (error) => (failure = error));
          await uploadStream(client, commands, place(name), data);
        }
      } catch (error) {
        // The sender went away: the storage has no fault.
        if (failure !== undefined && failure === error) throw error;
        throw new AppError('storage_unavailable', {}, { cause: error });
      }
    },
    get: (name) => read(name),
    getRange: (name, start, length) => read(name, `bytes=${start}-${start + length - 1}`),
    open: (name) => fetchObject(name),
    async delete(name) {
      await client.send(new DeleteObjectCommand(place(name)));
    },
    async *listBefore(folder, before) {
      const below = { Bucket: url.hostname, Prefix: place(`${folder}/`).Key };
      for (let token: string | undefined, isMore = true; isMore;) {
        const page = await listPage({ ...below, ...(token && { ContinuationToken: token }) });
        const old = (page.Contents ?? []).filter(({ LastModified }) => LastModified && LastModified < before);
        yield old.flatMap(({ Key = '' }) => (prefix ? Key.slice(prefix.length + 1) : Key));
        token = page.NextContinuationToken;
        isMore = token !== undefined;
      }
    },
    async removeUnfinished(before) {
      const { Uploads: uploads = [] } = await client.send(
        new ListMultipartUploadsCommand({ Bucket: url.hostname, ...(prefix && { Prefix: `${prefix}/` }) }),
      );
      const old = uploads.filter(({ Initiated: at }) => at !== undefined && at < before);
      for (const { Key, UploadId } of old)
        await client.send(new AbortMultipartUploadCommand({ Bucket: url.hostname, Key, UploadId }));
      return old.length;
    },
  };
}
