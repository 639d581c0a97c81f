import type { Readable } from 'node:stream';

/**
 * Where files live that are not git objects: uploads, avatars, diff indexes. Names are immutable and made by the
 * product (`diffs/12/ab….idx`), never by users. Failures are AppErrors storage_full and storage_unavailable.
 */
export type ObjectStorage = {
  /** Another instance may keep its files at the same place. */
  mayBeShared: boolean;
  put(name: string, data: Buffer | Readable): Promise<void>;
  /** Whole object, or undefined when there is none. */
  get(name: string): Promise<Buffer | undefined>;
  /** Bytes from `start`, `length` long; undefined when there is no such object. */
  getRange(name: string, start: number, length: number): Promise<Buffer | undefined>;
  open(name: string): Promise<{ stream: Readable; sizeBytes: number } | undefined>;
  delete(name: string): Promise<void>;
  /** Names of whole objects below a folder (`uploads`) that stood there before this time, in runs of at most a thousand. */
  listBefore(folder: string, before: Date): AsyncIterable<string[]>;
  /** Takes away what writers left half written before this time, as when the machine went down; how many that were. */
  removeUnfinished(before: Date): Promise<number>;
};
