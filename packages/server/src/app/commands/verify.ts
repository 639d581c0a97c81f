import { verifyEverything } from '../../platform/verification.ts';
import { defineCommand } from '../commands.ts';
// Each slice registers what must hold.
import '../slices.ts';

defineCommand({
  name: 'verify',
  summary: 'Check that git, the database and stored files agree; changes nothing',
  ability: 'administer',
  options: {},
  run: async ({ openInstance, say, note }) => {
    let count = 0;
    for (const { name, looked, problems } of await verifyEverything(await openInstance())) {
      count += problems.length;
      note(`checked ${name}: ${looked} looked at, ${problems.length} problems`);
      for (const { what, problem } of problems) say(`${what}: ${problem}`);
    }
    note(count === 0 ? 'Everything agrees.' : `${count} problems. Keep a backup before you repair anything.`);
    return count === 0 ? 0 : 1;
  },
});
