import path from 'node:path';
import { createBackup } from '../backup/backup.ts';
import { CommandFailed, defineCommand } from '../commands.ts';

defineCommand({
  name: 'backup',
  summary: 'Copy the whole instance into a new folder while it runs',
  ability: 'administer',
  options: {},
  positionals: ['FOLDER'],
  run: async (tools, _values, [folder]) => {
    if (folder === undefined) throw new CommandFailed('Name the folder to make: tributary backup FOLDER');
    const target = path.resolve(folder);
    const manifest = await createBackup(tools.config, await tools.openDatabase(), target);
    const bytes = manifest.files.reduce((sum, file) => sum + file.sizeBytes, 0);
    tools.say(target);
    tools.note(`${manifest.files.length} files, ${(bytes / 1_048_576).toFixed(1)} MiB`);
    tools.note(
      `Keep ${path.join(tools.config.dataDir, 'secret.key')} elsewhere: without it stored secrets and tokens are lost.`,
    );
  },
});
