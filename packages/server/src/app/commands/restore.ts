import { existsSync } from 'node:fs';
import path from 'node:path';
import { reconcileArrivedJob } from '../../merge-requests/index.ts';
import { checkBackup, restoreBackup } from '../backup/backup.ts';
import { CommandFailed, defineCommand } from '../commands.ts';

defineCommand({
  name: 'restore',
  summary: 'Restore a backup into an empty data directory',
  ability: 'administer',
  options: {},
  positionals: ['FOLDER'],
  run: async (tools, _values, [folder]) => {
    if (folder === undefined) throw new CommandFailed('Specify the backup: tributary restore FOLDER');
    const source = path.resolve(folder);
    const manifest = await checkBackup(tools.config, source);
    await restoreBackup(tools.config, await tools.openDatabase(), source, [reconcileArrivedJob.name]);
    tools.say(`restored ${manifest.files.length} files from ${manifest.createdAt}`);
    tools.note('On first start, merge requests whose commits are already in the target branch are marked as merged.');
    const key = path.join(tools.config.dataDir, 'secret.key');
    if (!existsSync(key)) tools.note(`Copy secret.key from the original instance to ${key} before the first start.`);
  },
});
