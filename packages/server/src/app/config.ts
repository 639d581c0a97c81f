import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '../platform/config.ts';

export class BadSettings extends Error {}

const ROLES = ['all', 'web', 'worker'] as const;

function version(): string {
  const file = path.resolve(import.meta.dirname, '../../../../package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new BadSettings(`PORT must be a number from 0 to 65535, not "${text}".`);
  }
  return port;
}

/** The address for clients follows from the public URL unless it is given, such as behind a forwarded port. */
function parseSsh(port: string | undefined, url: string | undefined, webUrl: string): Config['ssh'] {
  if (!port) return undefined;
  const number = Number(port);
  if (!Number.isInteger(number) || number < 0 || number > 65_535) {
    throw new BadSettings(`TRIBUTARY_SSH_PORT must be a number from 0 to 65535, not "${port}".`);
  }
  if (!url) return { port: number, url: `ssh://git@${new URL(webUrl).hostname}:${number}` };
  if (!/^ssh:\/\/git@(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?\/?$/i.test(url)) {
    throw new BadSettings(`TRIBUTARY_SSH_URL must be like ssh://git@code.example.org, not "${url}".`);
  }
  return { port: number, url: url.replace(/\/$/, '') };
}

function parseUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new BadSettings(`TRIBUTARY_URL must be a URL like https://code.example.org, not "${text}".`);
  }
  return text.replace(/\/+$/, '');
}

function parseRole(text: string): Config['role'] {
  const role = ROLES.find((known) => known === text);
  if (!role) throw new BadSettings(`TRIBUTARY_PROCESS must be all, web or worker, not "${text}".`);
  return role;
}

function parseCount(name: string, text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1)
    throw new BadSettings(`${name} must be a whole number, not "${text}".`);
  return count;
}

function parseReplyAddress(text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (!/^[^\s@<>"]*%\{key\}[^\s@<>"]*@[^\s@<>"%]+$/.test(text) || text.split('%{key}').length !== 2) {
    throw new BadSettings(`TRIBUTARY_REPLY_ADDRESS must be like reply+%{key}@code.example.org, not "${text}".`);
  }
  return text;
}

const SECRET_CHARS = 16;

function parseDoorSecret(text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (text.length < SECRET_CHARS) {
    throw new BadSettings(`TRIBUTARY_MAIL_SECRET must have at least ${SECRET_CHARS} characters.`);
  }
  return text;
}

function list(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

const FLAGS = {
  port: { type: 'string' },
  host: { type: 'string' },
  'ssh-port': { type: 'string' },
  data: { type: 'string' },
  url: { type: 'string' },
  demo: { type: 'boolean' },
  runner: { type: 'boolean' },
} as const;

export const USAGE = `Usage: npm start -- [flags]

  --port NUMBER   Port to listen on (3000)
  --host ADDRESS  Address to listen on (127.0.0.1; 0.0.0.0 for all)
  --ssh-port N    Serve git over SSH on this port too (off)
  --data FOLDER   Data directory (./data)
  --url URL       Public URL, such as https://code.example.org
  --demo          Add demo data to a new installation
  --runner        Start a runner for CI/CD jobs beside the service

All other settings are environment variables. See the README.`;

/** What is asked for goes before everything else on the line. */
export function hasHelpFlag(argv: readonly string[]): boolean {
  return argv.includes('--help') || argv.includes('-h');
}

function readFlags(argv: string[]) {
  try {
    return parseArgs({ args: argv, options: FLAGS, strict: true }).values;
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('.', 1)[0] ?? '') : String(error);
    throw new BadSettings(`${reason}.\n\n${USAGE}`);
  }
}

/** Settings from flags (which win) and environment. Throws BadSettings with a sentence that says what to change. */
export function readConfig(argv: string[], env: Record<string, string | undefined>): Config {
  const values = readFlags(argv);
  const port = parsePort(values.port ?? env['PORT'] ?? '3000');
  const host = values.host ?? env['HOST'] ?? '127.0.0.1';
  const shownHost = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const url = parseUrl(values.url ?? env['TRIBUTARY_URL'] ?? `http://${shownHost}:${port}`);
  return {
    url,
    host,
    port,
    ssh: parseSsh(values['ssh-port'] ?? env['TRIBUTARY_SSH_PORT'], env['TRIBUTARY_SSH_URL'], url),
    dataDir: path.resolve(values.data ?? env['TRIBUTARY_DATA'] ?? './data'),
    databaseUrl: env['DATABASE_URL'] || undefined,
    storageUrl: env['STORAGE_URL'] || undefined,
    smtpUrl: env['TRIBUTARY_SMTP_URL'] || undefined,
    mailFrom: env['TRIBUTARY_MAIL_FROM'] ?? 'Tributary <noreply@localhost>',
    replyAddress: parseReplyAddress(env['TRIBUTARY_REPLY_ADDRESS']),
    mailDoorSecret: parseDoorSecret(env['TRIBUTARY_MAIL_SECRET']),
    rootPassword: env['TRIBUTARY_ROOT_PASSWORD'] || undefined,
    role: parseRole(env['TRIBUTARY_PROCESS'] ?? 'all'),
    logLevel: env['TRIBUTARY_LOG'] ?? 'warn',
    trustedProxyHops: Number(env['TRIBUTARY_PROXY_HOPS'] ?? 0),
    monitoringAllowList: list(env['TRIBUTARY_MONITORING_ALLOW'] ?? '127.0.0.1,::1'),
    outboundAllowList: list(env['TRIBUTARY_OUTBOUND_ALLOW']),
    rateLimits: {
      authenticated: parseCount('TRIBUTARY_RATE_LIMIT', env['TRIBUTARY_RATE_LIMIT'] ?? '2000'),
      unauthenticated: parseCount('TRIBUTARY_RATE_LIMIT_ANONYMOUS', env['TRIBUTARY_RATE_LIMIT_ANONYMOUS'] ?? '500'),
    },
    version: version(),
    isDemo: values.demo ?? false,
    hasRunner: values.runner ?? false,
  };
}
