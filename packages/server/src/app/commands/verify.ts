import { verifyEverything } from '../../platform/verification.ts';
import { defineCommand } from '../commands.ts';
// Each slice registers what must hold.
import '../slices.ts';

defineCommand({
  name: 'verify',
  summary: 'Check that Git, the database and stored files are consistent (read-only)',
  ability: 'administer',
  options: {},
  run: async ({ openUnchangedInstance, say, note }) => {
    let count = 0;
    for (const { name, looked, problems } of await verifyEverything(await openUnchangedInstance())) {
      count += problems.length;
      note(`${name}: ${looked} checked, ${problems.length} problems`);
      for (const { what, problem } of problems) say(`${what}: ${problem}`);
    }
    note(count === 0 ? 'No problems found.' : `${count} problems found. Create a backup before you repair anything.`);
    return count === 0 ? 0 : 1;
  },
});
