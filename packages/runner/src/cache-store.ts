import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Where caches are between jobs. Names are made by the runner. */
export type CacheStore = {
  /** False when there is no such cache. */
  fetch(name: string, file: string): Promise<boolean>;
  save(name: string, file: string): Promise<void>;
};

const isFile = (file: string) =>
  stat(file).then(
    (facts) => facts.isFile(),
    () => false,
  );

export function localCacheStore(folder: string): CacheStore {
  return {
    async fetch(name, file) {
      const source = path.join(folder, name);
      if (!(await isFile(source))) return false;
      await copyFile(source, file);
      return true;
    },
    async save(name, file) {
      await mkdir(folder, { recursive: true });
      const target = path.join(folder, name);
      // Another job may write the same one: each is whole.
      const aside = `${target}.${process.pid}-${Date.now()}`;
      await copyFile(file, aside);
      await rename(aside, target);
    },
  };
}

/** In a bucket: `s3://bucket/prefix?endpoint=…&region=…`; credentials come from the usual AWS variables. */
export async function s3CacheStore(address: string): Promise<CacheStore> {
  const { GetObjectCommand, PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  const url = new URL(address);
  const endpoint = url.searchParams.get('endpoint');
  const client = new S3Client({
    region: url.searchParams.get('region') ?? 'us-east-1',
    ...(endpoint && { endpoint, forcePathStyle: true }),
  });
  const prefix = url.pathname.replaceAll(/^\/+|\/+$/g, '');
  const locate = (name: string) => ({ Bucket: url.hostname, Key: prefix ? `${prefix}/${name}` : name });
  return {
    async fetch(name, file) {
      try {
        const { Body: body } = await client.send(new GetObjectCommand(locate(name)));
        if (!(body instanceof Readable)) return false;
        await pipeline(body, createWriteStream(file));
        return true;
      } catch (error) {
        if (error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')) return false;
        throw error;
      }
    },
    async save(name, file) {
      const { size } = await stat(file);
      const body = { Body: createReadStream(file), ContentLength: size };
      await client.send(new PutObjectCommand({ ...locate(name), ...body }));
    },
  };
}

export function openCacheStore(address: string | undefined, folder: string): Promise<CacheStore> {
  return address === undefined ? Promise.resolve(localCacheStore(folder)) : s3CacheStore(address);
}
