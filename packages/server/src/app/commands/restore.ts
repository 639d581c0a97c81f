import { existsSync } from 'node:fs';
import path from 'node:path';
import { reconcileArrivedJob } from '../../merge-requests/index.ts';
import { checkBackup, restoreBackup } from '../backup/backup.ts';
import { CommandFailed, defineCommand } from '../commands.ts';

defineCommand({
  name: 'restore',
  summary: 'Fill an empty data directory from a backup',
  ability: 'administer',
  options: {},
  positionals: ['FOLDER'],
  run: async (tools, _values, [folder]) => {
    if (folder === undefined) throw new CommandFailed('Name the backup: tributary restore FOLDER');
    const source = path.resolve(folder);
    const manifest = await checkBackup(tools.config, source);
    await restoreBackup(tools.config, await tools.openDatabase(), source, [reconcileArrivedJob.name]);
    tools.say(`restored ${manifest.files.length} files of ${manifest.createdAt}`);
    tools.note('The first start marks merge requests as merged whose commits are in their target branch already.');
    const key = path.join(tools.config.dataDir, 'secret.key');
    if (!existsSync(key)) tools.note(`Put secret.key of the original at ${key} before the first start.`);
  },
});
