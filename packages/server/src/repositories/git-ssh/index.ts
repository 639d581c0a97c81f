import type { Platform } from '../../platform/context.ts';
import type { SshServer } from './ssh-server.ts';

export type { SshServer } from './ssh-server.ts';

/** Read only where SSH is on. */
export async function startSshServer(platform: Platform, listen: { host: string; port: number }): Promise<SshServer> {
  const server = await import('./ssh-server.ts');
  return server.startSshServer(platform, listen);
}
