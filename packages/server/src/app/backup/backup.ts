import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, copyFile, cp, lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../platform/config.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { CommandFailed } from '../commands.ts';
import { dumpDatabase, loadDatabase } from './dump-database.ts';

/** What a backup holds; the checksums say whether it still does. */
export type BackupManifest = {
  product: 'tributary';
  version: string;
  createdAt: string;
  files: { path: string; sha256: string; sizeBytes: number }[];
};

const FOLDERS = ['repositories', 'storage'] as const;

async function listFiles(root: string, below = ''): Promise<string[]> {
  const entries = await readdir(path.join(root, below), { withFileTypes: true });
  const nested = await Promise.all(
    entries.map((entry) => {
      const name = path.join(below, entry.name);
      return entry.isDirectory() ? listFiles(root, name) : Promise.resolve([name]);
    }),
  );
  return nested.flat();
}

/** Copies have the rights of what they were copied from, which an older version may have made. */
async function closeToOthers(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    const { mode } = await lstat(file);
    if (!entry.isSymbolicLink()) await chmod(file, mode & 0o700);
    if (entry.isDirectory()) await closeToOthers(file);
  }
}

async function checksum(file: string): Promise<{ sha256: string; sizeBytes: number }> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const part of createReadStream(file)) {
    const bytes = part as Buffer;
    hash.update(bytes);
    sizeBytes += bytes.length;
  }
  return { sha256: hash.digest('hex'), sizeBytes };
}

/** Leftovers of git processes at work are not part of a repository. */
function belongsInBackup(source: string): boolean {
  return !/(?:\.lock|\/tmp_objdir-[^/]*|\/tmp_(?:pack|idx|obj)_[^/]*|\.tmp)$/.test(source);
}

/**
 * Copies the whole instance into `target` while it runs: first the database as of one moment, then repositories and
 * files, which only ever gain objects, so everything the database names is there. The key that seals secrets is not
 * part of it; keep `secret.key` elsewhere.
 */
export async function createBackup(config: Config, databaseUrl: string, target: string): Promise<BackupManifest> {
  if (existsSync(target)) throw new CommandFailed(`${target} already exists.\nSpecify a folder that does not exist.`);
  const aside = `${target}.partial`;
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { recursive: true, mode: 0o700 });
  await dumpDatabase(databaseUrl, path.join(aside, 'database'));
  for (const folder of FOLDERS) {
    const source = path.join(config.dataDir, folder);
    if (existsSync(source)) {
      await cp(source, path.join(aside, folder), {
        recursive: true,
        preserveTimestamps: true,
        filter: belongsInBackup,
      });
    }
  }
  const files = [];
  await closeToOthers(aside);
  for (const name of await listFiles(aside)) files.push({ path: name, ...(await checksum(path.join(aside, name))) });
  const manifest: BackupManifest = {
    product: 'tributary',
    version: config.version,
    createdAt: new Date().toISOString(),
    files,
  };
  await writeFile(path.join(aside, 'manifest.json'), JSON.stringify(manifest));
  await rename(aside, target);
  return manifest;
}

async function verifyFiles(source: string, manifest: BackupManifest): Promise<void> {
  for (const file of manifest.files) {
    const full = path.join(source, file.path);
    const found = existsSync(full) ? await checksum(full) : undefined;
    if (found?.sha256 !== file.sha256) {
      throw new CommandFailed(
        `${full} is ${found ? 'damaged' : 'missing'}.\nThis backup cannot be restored. Use another one.`,
      );
    }
  }
}

/** Whether the backup can be restored into this data directory; looked at before a database is made for it. */
export async function checkBackup(config: Config, source: string): Promise<BackupManifest> {
  const manifestFile = path.join(source, 'manifest.json');
  if (!existsSync(manifestFile)) {
    throw new CommandFailed(`${source} is not a complete backup. It has no manifest.json.`);
  }
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as BackupManifest;
  for (const folder of FOLDERS) {
    const target = path.join(config.dataDir, folder);
    if (existsSync(target) && (await readdir(target)).length > 0) {
      throw new CommandFailed(`${target} is not empty.\nRestore into a new data directory: --data ./restored`);
    }
  }
  await verifyFiles(source, manifest);
  return manifest;
}

/** Restores a backup that was checked into an empty data directory and an empty database. */
export async function restoreBackup(
  config: Config,
  databaseUrl: string,
  source: string,
  /** Names of jobs that the first start does. */
  afterwards: readonly string[],
): Promise<void> {
  await migrate(databaseUrl);
  await loadDatabase(databaseUrl, path.join(source, 'database'), afterwards);
  for (const folder of FOLDERS) {
    const from = path.join(source, folder);
    if (existsSync(from))
      await cp(from, path.join(config.dataDir, folder), { recursive: true, preserveTimestamps: true });
  }
  const key = path.join(source, 'secret.key');
  if (existsSync(key)) await copyFile(key, path.join(config.dataDir, 'secret.key'));
}
