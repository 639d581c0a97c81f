import { MAX_MAIL_BYTES, receiveReply } from '../../notifications/index.ts';
import { type CommandTools, defineCommand, textOf } from '../commands.ts';

/** As mail servers read them (sysexits.h): what passes is tried again, what does not goes back to its sender. */
const EXIT = { taken: 0, noUser: 67, unavailable: 69, tryAgain: 75 } as const;

async function readStandardInput(): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin) {
    const piece = Buffer.from(chunk as Uint8Array);
    bytes += piece.length;
    if (bytes > MAX_MAIL_BYTES) return undefined;
    chunks.push(piece);
  }
  return Buffer.concat(chunks);
}

async function take(tools: CommandTools, recipient: string | undefined): Promise<number> {
  const raw = await readStandardInput();
  if (!raw) {
    tools.note('The message is too large.');
    return EXIT.unavailable;
  }
  const ctx = await tools.openInstance();
  const done = await receiveReply(ctx, raw, recipient === undefined ? [] : [recipient]);
  tools.note('reason' in done ? `${done.outcome}: ${done.reason}` : done.outcome);
  return done.outcome === 'unknown' ? EXIT.noUser : EXIT.taken;
}

defineCommand({
  name: 'mail receive',
  summary: 'Read a reply to an email from standard input, for use by a mail server',
  ability: 'administer',
  options: { recipient: { type: 'string', value: 'ADDRESS', summary: 'envelope recipient' } },
  run: async (tools, values) => {
    try {
      return await take(tools, textOf(values, 'recipient'));
    } catch (error) {
      tools.note(`The message could not be processed: ${error instanceof Error ? error.message : String(error)}`);
      return EXIT.tryAgain;
    }
  },
});
