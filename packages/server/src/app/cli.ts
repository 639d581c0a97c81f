// The `tributary` command. Each import registers its command; standard output carries results only.
import './commands/backup.ts';
import './commands/doctor.ts';
import './commands/mail-receive.ts';
import './commands/restore.ts';
import './commands/token-create.ts';
import './commands/user-create.ts';
import './commands/verify.ts';
import { keepFilesPrivate } from './data-directory.ts';
import { runCommand } from './run-command.ts';

keepFilesPrivate();

const exitCode = await runCommand(process.argv.slice(2), process.env, {
  say: (line) => process.stdout.write(`${line}\n`),
  note: (line) => process.stderr.write(`${line}\n`),
});
process.exit(exitCode);
