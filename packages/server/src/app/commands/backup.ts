import path from 'node:path';
import { createBackup } from '../backup/backup.ts';
import { CommandFailed, defineCommand } from '../commands.ts';

defineCommand({
  name: 'backup',
  summary: 'Back up the running instance to a new folder',
  ability: 'administer',
  options: {},
  positionals: ['FOLDER'],
  run: async (tools, _values, [folder]) => {
    if (folder === undefined) throw new CommandFailed('Specify the folder to create: tributary backup FOLDER');
    const target = path.resolve(folder);
    const manifest = await createBackup(tools.config, await tools.openDatabase(), target);
    const bytes = manifest.files.reduce((sum, file) => sum + file.sizeBytes, 0);
    tools.say(target);
    tools.note(`${manifest.files.length} files, ${(bytes / 1_048_576).toFixed(1)} MiB`);
    tools.note(
      `Store ${path.join(tools.config.dataDir, 'secret.key')} separately. Without it, stored secrets and tokens are lost.`,
    );
  },
});
