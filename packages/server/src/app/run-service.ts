import path from 'node:path';
import { gitVersion, isSupportedGitVersion } from '@tributary/git';
import { DatabaseRefuses, type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { isConnectionLost } from '../platform/db/database-errors.ts';
import { SchemaMismatch } from '../platform/db/migrate.ts';
import type { Config } from '../platform/config.ts';
import type { Logger } from '../platform/log.ts';
import { hasHelpFlag, BadSettings, readConfig, USAGE } from './config.ts';
import { CannotStart, keepFilesPrivate, prepareDataDirectory } from './data-directory.ts';
import { lockDataDirectory } from './data-lock.ts';
import { releaseMemoryAtRest } from './release-memory.ts';
import { saveRootPassword } from './root-password.ts';
import type { RunningApp, startApp } from './start-app.ts';

const SHUTDOWN_MS = 25_000;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function checkGit(): Promise<void> {
  const version = await gitVersion().catch(() => {
    throw new CannotStart('git was not found.\nInstall git 2.38 or newer and make sure it is on the PATH.');
  });
  if (!isSupportedGitVersion(version)) {
    throw new CannotStart(`git version ${version.text} is too old.\nTributary needs git 2.38 or newer.`);
  }
}

/** Why start failed, for a user: expected causes in a few lines, everything else with its stack. */
function explain(error: unknown, config: Config | undefined): string {
  const told = [CannotStart, BadSettings, SchemaMismatch, DatabaseRefuses];
  if (error instanceof Error && told.some((kind) => error instanceof kind)) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return `Port ${config?.port} is already in use.\nStop the program that uses it, or choose another port: PORT=3001 npm start`;
  }
  if (code === 'EACCES' && error instanceof Error && 'syscall' in error && error.syscall === 'listen') {
    return `This user is not allowed to open port ${config?.port}.\nChoose a port above 1023: PORT=3000 npm start`;
  }
  if (config?.databaseUrl && error instanceof Error && isConnectionFailure(error)) {
    return `Cannot connect to PostgreSQL at ${new URL(config.databaseUrl).host} (${error.message}).\nStart it, or correct DATABASE_URL. Without DATABASE_URL, Tributary runs its own PostgreSQL.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function isConnectionFailure(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : '';
  return /^(ECONN|ENOTFOUND|EHOST|ETIMEDOUT|28|3D|57P)/.test(code) || /timeout|terminated/i.test(error.message);
}

async function reportFirstStart(app: RunningApp, config: Config): Promise<void> {
  if (app.rootPassword === undefined) return;
  const file = await saveRootPassword(config, app.rootPassword);
  say(`  sign in as  root`);
  say(`  password    ${app.rootPassword}   (also in ${file})`);
}

/** What is shown is no reason to stop: when filling it fails, the service goes on without the rest. */
async function fillDemo({ platform, server, address }: RunningApp): Promise<void> {
  if (!server || address === undefined) return;
  const demo = await import('./demo/fill-demo.ts');
  try {
    await demo.fillDemo({ platform, server, origin: address, say });
  } catch (error) {
    platform.log.error({ err: error }, 'the demo could not be filled');
    say(`The demo could not be created: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The process that started this one starts the runner: only it may start programs. */
async function startRunner(app: RunningApp): Promise<void> {
  const { prepareLocalRunner } = await import('./local-runner.ts');
  const runner = await prepareLocalRunner(app);
  if (process.send) process.send({ runner });
  else say('No runner was started, as the service was not started with npm start. Use: npx tributary runner');
}

/**
 * Whatever awaits the database handles its loss; should something not, the work is lost but the process goes on. Every
 * other failure that nobody handles still ends it.
 */
function surviveLostDatabase(log: Logger): void {
  process.on('unhandledRejection', (error) => {
    if (!isConnectionLost(error)) throw error;
    log.error({ err: error }, 'a lost database connection was not handled');
  });
}

/** The code of the product, read while PostgreSQL starts: reading it takes as long as everything else together. */
async function loadProduct(config: Config): Promise<typeof startApp> {
  const [product] = await Promise.all([
    import('./start-app.ts'),
    import('./slices.ts'),
    config.role === 'worker' ? undefined : import('./web.ts'),
  ]);
  return product.startApp;
}

/** Lets the product run in this process until a signal ends it. */
export async function runService(): Promise<void> {
  if (hasHelpFlag(process.argv.slice(2))) return say(USAGE);
  keepFilesPrivate();
  let config: Config | undefined;
  let unlock: (() => Promise<void>) | undefined;
  let postgres: Promise<EmbeddedPostgres> | undefined;
  let app: RunningApp | undefined;
  let isStopping = false;

  const stop = async (exitCode: number): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
    try {
      await app?.stop();
      // Also when it is still starting: it would outlive us.
      await (await postgres?.catch(() => undefined))?.stop();
      await unlock?.();
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    }
    process.exit(exitCode);
  };
  process.on('SIGINT', () => void stop(0));
  process.on('SIGTERM', () => void stop(0));
  // The terminal was closed, or the process that started this one is gone without a word.
  process.on('SIGHUP', () => void stop(0));
  process.on('disconnect', () => void stop(0));

  try {
    config = readConfig(process.argv.slice(2), process.env);
    await checkGit();
    if (config.databaseUrl) await prepareDataDirectory(config.dataDir, false);
    else unlock = await lockDataDirectory(config.dataDir);
    if (!config.databaseUrl) {
      const launched = Promise.withResolvers<void>();
      postgres = startEmbeddedPostgres(path.join(config.dataDir, 'postgres'), launched.resolve);
      // Reading code keeps this process busy: PostgreSQL must be on its way before. It may also fail, or run already.
      await Promise.race([launched.promise, postgres]);
    }
    const [start, database] = await Promise.all([loadProduct(config), postgres]);
    app = await start(config, config.databaseUrl ?? database?.url ?? '');
    const { log } = app.platform;
    surviveLostDatabase(log);
    database?.supervise((event, error) => {
      if (event === 'started') log.warn('PostgreSQL was started again');
      else log.error({ err: error }, event === 'gone' ? 'PostgreSQL is gone' : 'PostgreSQL could not be started again');
    });
    if (config.isDemo) await fillDemo(app);
    say(`${config.isDemo ? '\n' : ''}Tributary is ready at ${config.url}`);
    const { ssh } = app.platform;
    if (ssh && config.ssh) say(`Git over SSH at ${config.ssh.url}, host key ${ssh.hostKey.fingerprint} (Ed25519)`);
    await reportFirstStart(app, config);
    if (config.hasRunner) await startRunner(app);
    releaseMemoryAtRest();
  } catch (error) {
    // Told to stop while starting: what fails then fails because it was stopped.
    if (isStopping) return;
    process.stderr.write(`\nTributary cannot start.\n\n${explain(error, config)}\n\n`);
    await stop(1);
  }
}
