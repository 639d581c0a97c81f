import { access, chmod, constants, mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Why this process cannot start, in one screen: what is wrong, then what to do. */
export class CannotStart extends Error {}

/** Whatever this process and the programs it starts create is for its user alone. */
export function keepFilesPrivate(): void {
  process.umask(0o077);
}

const FOLDERS = ['repositories', 'storage'];
/** Made by the product; `postgres/` belongs to PostgreSQL, which keeps it closed itself. */
const OWN = [...FOLDERS, 'postgres.json', 'secret.key', 'ssh_host_ed25519_key', 'root-password', 'tributary.lock'];

/**
 * Creates the data directory with the folders that every process needs, and takes away what other accounts may do there,
 * also in one that an older version made. PostgreSQL of its own runs as another user when root starts it: that user may
 * pass through the directory, not list it.
 */
export async function prepareDataDirectory(dataDir: string, hasOwnPostgres: boolean): Promise<void> {
  try {
    for (const folder of FOLDERS) await mkdir(path.join(dataDir, folder), { recursive: true, mode: 0o700 });
    await access(dataDir, constants.W_OK);
  } catch {
    throw new CannotStart(
      `The data directory ${dataDir} is not writable.\nGive this user write permission, or choose another directory with TRIBUTARY_DATA or --data.`,
    );
  }
  const isPassedThrough = hasOwnPostgres && process.getuid?.() === 0;
  await narrow(dataDir, isPassedThrough ? 0o711 : 0o700);
  if (isPassedThrough) await chmod(dataDir, 0o711);
  const present = new Set(await readdir(dataDir));
  for (const name of OWN) if (present.has(name)) await narrow(path.join(dataDir, name), 0o700);
}

/** Leaves only these of the rights there are. Another owner's file stays as it is: only that user may change it. */
async function narrow(file: string, rights: number): Promise<void> {
  const { mode, uid } = await stat(file);
  const narrowed = mode & rights;
  const isOwn = process.getuid === undefined || [0, uid].includes(process.getuid());
  if (isOwn && (mode & 0o777) !== narrowed) await chmod(file, narrowed);
}
