import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../platform/config.ts';

export function rootPasswordFile(config: Config): string {
  return path.join(config.dataDir, 'root-password');
}

/** Keeps the invented password of the first administrator where only its owner can read it; returns the file. */
export async function saveRootPassword(config: Config, password: string): Promise<string> {
  const file = rootPasswordFile(config);
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
  return file;
}
