import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RunnerApi } from './api.ts';
import { createGzipOf, createZip, extractZip, findFiles } from './archives.ts';
import type { CacheStore } from './cache-store.ts';
import { expand } from './job-environment.ts';
import type { Job, JobArtifact, JobCache } from './payload.ts';

const filesText = (count: number) => `${count} ${count === 1 ? 'file' : 'files'}`;

type State = 'success' | 'failed';
type FileContext = {
  api: RunnerApi;
  job: Job;
  values: ReadonlyMap<string, string>;
  caches: CacheStore;
  /** For archives on their way. */
  temporary: string;
  say: (text: string, color?: string) => void;
  /** Files of a folder that git does not know. */
  listUntracked: (folder: string) => Promise<string[]>;
};

/** Moves the files of a job: caches, archives of earlier jobs, and what it uploads. */
export class JobFiles {
  readonly #ctx: FileContext;

  constructor(ctx: FileContext) {
    this.#ctx = ctx;
  }

  async restoreCaches(folder: string): Promise<void> {
    for (const cache of this.#ctx.job.cache) await this.#restore(cache, folder);
  }

  async #restore(cache: JobCache, folder: string): Promise<void> {
    const { caches, say } = this.#ctx;
    if (this.#text(cache.policy) === 'push') return;
    const file = await this.#temporaryFile('cache.zip');
    const keys = [cache.key, ...(cache.fallback_keys ?? [])].map((each) => this.#text(each));
    for (const key of keys) {
      // A cache helps, but nothing depends on it.
      const count = await caches.fetch(this.#cacheName(key), file).then(
        (isThere) => (isThere ? extractZip(file, folder) : undefined),
        (error: unknown) => String(error),
      );
      if (count === undefined) continue;
      say(typeof count === 'number' ? `Restored ${filesText(count)} of cache ${key}` : `Cache ${key}: ${count}`);
      return;
    }
    say(`There is no cache ${keys[0] ?? ''} yet`);
  }

  async saveCaches(folder: string, state: State): Promise<void> {
    for (const cache of this.cachesToSave(state)) {
      const key = this.#text(cache.key);
      const files = await this.#find(folder, cache.paths, [], cache.untracked);
      if (files.length === 0) continue;
      const packed = await this.#temporaryFile('cache.zip');
      await createZip(folder, files, packed);
      const saved = await this.#ctx.caches.save(this.#cacheName(key), packed).then(
        () => `Saved ${filesText(files.length)} as cache ${key}`,
        (error: unknown) => `The cache ${key} could not be saved: ${String(error)}`,
      );
      this.#ctx.say(saved);
    }
  }

  cachesToSave(state: State): JobCache[] {
    return this.#ctx.job.cache.filter(({ policy, when }) => this.#text(policy) !== 'pull' && isWanted(when, state));
  }

  async downloadDependencies(folder: string): Promise<void> {
    const { api, job, say } = this.#ctx;
    for (const { id, name, token } of job.dependencies) {
      const file = await this.#temporaryFile(`${id}.zip`);
      const stream = await api.download(id, token);
      await pipeline(Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]), createWriteStream(file));
      const count = await extractZip(file, folder);
      say(`Downloaded ${filesText(count)} of job ${name}`);
      await rm(file);
    }
  }

  artifactsToUpload(state: State): JobArtifact[] {
    return this.#ctx.job.artifacts.filter(({ when }) => isWanted(when, state));
  }

  async uploadArtifacts(folder: string, state: State): Promise<void> {
    for (const artifact of this.artifactsToUpload(state)) await this.#upload(artifact, folder);
  }

  async #upload(artifact: JobArtifact, folder: string): Promise<void> {
    const { api, job, say } = this.#ctx;
    const files = await this.#find(folder, artifact.paths, artifact.exclude ?? [], artifact.untracked === true);
    if (files.length === 0) {
      say(`No files found for ${artifact.artifact_type}: ${artifact.paths.join(', ')}`, '33;1');
      return;
    }
    const name = this.#text(artifact.name ?? 'artifacts').replaceAll('/', '_') || 'artifacts';
    const isZip = artifact.artifact_format === 'zip';
    let file = await this.#temporaryFile('upload');
    if (isZip) await createZip(folder, files, file);
    else if (artifact.artifact_format === 'gzip') await createGzipOf(folder, files, file);
    else file = path.join(folder, files[0] ?? '');
    await api.upload(job, artifact, file, isZip ? `${name}.zip` : name);
    say(`Uploaded ${filesText(files.length)} as ${artifact.artifact_type}`);
  }

  async #find(
    folder: string,
    paths: readonly string[],
    excluded: readonly string[],
    withUntracked: boolean,
  ): Promise<string[]> {
    const untracked = withUntracked ? await this.#ctx.listUntracked(folder) : [];
    const texts = (all: readonly string[]) => all.map((pattern) => this.#text(pattern));
    return findFiles(folder, texts(paths), texts(excluded), untracked);
  }

  #cacheName(key: string): string {
    const { project_id: projectId } = this.#ctx.job.job_info;
    return `${createHash('sha256').update(`${projectId}\0${key}`).digest('hex')}.zip`;
  }

  async #temporaryFile(name: string): Promise<string> {
    await mkdir(this.#ctx.temporary, { recursive: true, mode: 0o700 });
    return path.join(this.#ctx.temporary, name);
  }

  #text(text: string): string {
    return expand(text, this.#ctx.values);
  }
}

function isWanted(when: string, state: State): boolean {
  return when === 'always' || (when === 'on_failure') === (state === 'failed');
}
