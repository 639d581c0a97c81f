import { existsSync } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import path from 'node:path';
import { gitVersion, isSupportedGitVersion } from '@tributary/git';
import type { Config } from '../../platform/config.ts';
import { inspectSchema } from '../../platform/db/migrate.ts';
import { type FailedJobs, inspectFailedJobs } from '../../platform/failed-jobs.ts';
import { readFreeSpace } from '../../platform/free-space.ts';
import { type CommandTools, defineCommand } from '../commands.ts';
import { rootPasswordFile } from '../root-password.ts';

type Level = 'ok' | 'warn' | 'fail';
type Finding = { level: Level; text: string };

const GIB = 1024 ** 3;
const LITTLE_SPACE_GIB = 2;

function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : String(error);
}

async function checkGit(): Promise<Finding[]> {
  try {
    const version = await gitVersion();
    if (isSupportedGitVersion(version)) return [{ level: 'ok', text: `git ${version.text}` }];
    return [{ level: 'fail', text: `git ${version.text} is too old: install 2.38 or newer` }];
  } catch {
    return [{ level: 'fail', text: 'git was not found: install 2.38 or newer' }];
  }
}

async function checkDataDirectory({ dataDir }: Config): Promise<Finding[]> {
  if (!existsSync(dataDir)) {
    return [{ level: 'warn', text: `the data directory ${dataDir} does not exist: it is created on first start` }];
  }
  try {
    await access(dataDir, constants.R_OK | constants.W_OK);
  } catch {
    return [{ level: 'fail', text: `the data directory ${dataDir} is not readable and writable by this user` }];
  }
  const { bytes, files, isEnough } = await readFreeSpace(dataDir);
  const freeGib = bytes / GIB;
  const inFiles = files === null ? '' : ` and ${files} files`;
  const free = `${freeGib.toFixed(1)} GiB${inFiles} free for the data directory`;
  const space: Finding = isEnough
    ? { level: freeGib < LITTLE_SPACE_GIB ? 'warn' : 'ok', text: free }
    : { level: 'fail', text: `${free}: pushes, merges and uploads fail until you free up space` };
  return [{ level: 'ok', text: `data directory ${dataDir}` }, space, ...(await checkKey(dataDir))];
}

async function checkKey(dataDir: string): Promise<Finding[]> {
  const file = path.join(dataDir, 'secret.key');
  if (process.env['TRIBUTARY_SECRET_KEY'] || !existsSync(file)) return [];
  const isOpen = ((await stat(file)).mode & 0o077) !== 0;
  return [
    isOpen
      ? { level: 'warn', text: `${file} can be read by others: chmod 600` }
      : { level: 'ok', text: 'the secret key is readable only by its owner' },
  ];
}

function failedJobsFinding({ name, count, lastError, lastAt }: FailedJobs): Finding {
  const jobs = count === 1 ? '1 job' : `${count} jobs`;
  const text = `${jobs} "${name}" failed at every attempt and will not run again. Last error (${lastAt.toISOString()}): ${lastError}`;
  return { level: 'warn', text };
}

async function checkDatabase({ config, openDatabase }: CommandTools): Promise<Finding[]> {
  const isEmbedded = config.databaseUrl === undefined;
  if (isEmbedded && !existsSync(path.join(config.dataDir, 'postgres'))) {
    return [{ level: 'warn', text: 'there is no database yet: it is created on first start' }];
  }
  try {
    const url = await openDatabase();
    const { serverVersion, pending } = await inspectSchema(url);
    const schema: Finding =
      pending.length === 0
        ? { level: 'ok', text: 'the schema is up to date' }
        : { level: 'warn', text: `${pending.length} migrations run on the next start: ${pending.join(', ')}` };
    const failed = await inspectFailedJobs(url);
    return [{ level: 'ok', text: `PostgreSQL ${serverVersion}` }, schema, ...failed.map(failedJobsFinding)];
  } catch (error) {
    return [{ level: 'fail', text: `cannot connect to the database: ${messageOf(error)}` }];
  }
}

function checkSettings(config: Config): Finding[] {
  const findings: Finding[] = [];
  if (config.smtpUrl === undefined) {
    findings.push({
      level: 'warn',
      text: 'TRIBUTARY_SMTP_URL is not set: emails are not sent, only shown to administrators',
    });
  }
  if (existsSync(rootPasswordFile(config))) {
    findings.push({
      level: 'warn',
      text: `${rootPasswordFile(config)} still exists: save the password and delete the file`,
    });
  }
  return findings;
}

defineCommand({
  name: 'doctor',
  summary: 'Check the requirements of the service and report problems',
  ability: 'read_administration',
  options: {},
  run: async (tools) => {
    const findings = [
      { level: 'ok' as const, text: `Tributary ${tools.config.version} on Node ${process.versions.node}` },
      ...(await checkGit()),
      ...(await checkDataDirectory(tools.config)),
      ...(await checkDatabase(tools)),
      ...checkSettings(tools.config),
    ];
    for (const { level, text } of findings) tools.say(`${level.padEnd(4)}  ${text}`);
    return findings.some((finding) => finding.level === 'fail') ? 1 : 0;
  },
});
