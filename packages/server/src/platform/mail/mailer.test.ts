import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { transact } from '../context.ts';
import { sendMail } from './mailer.ts';

/** What leaves by SMTP: as much of the protocol as a message needs, kept as it came. */
type Taken = { recipients: string[]; message: string };
const taken: Taken[] = [];
let smtp: Server;
let app: TestApp;

function takeMail(): Server {
  return createServer((socket) => {
    let buffer = '';
    let mail: Taken = { recipients: [], message: '' };
    let isData = false;
    const answer = (line: string): void => void socket.write(`${line}\r\n`);
    const take = (line: string) => {
      if (/^RCPT TO:<gone@/i.test(line)) return answer('550 no such user');
      if (/^RCPT TO:<busy@/i.test(line)) return answer('451 try again later');
      if (/^RCPT TO:/i.test(line)) mail.recipients.push(line.slice('RCPT TO:'.length));
      if (/^DATA/i.test(line)) {
        isData = true;
        return answer('354 go on');
      }
      if (/^QUIT/i.test(line)) return socket.end('221 bye\r\n');
      return answer('250 fine');
    };
    answer('220 here');
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      buffer += chunk;
      for (;;) {
        const end = isData ? buffer.indexOf('\r\n.\r\n') : buffer.indexOf('\r\n');
        if (end < 0) return;
        const piece = buffer.slice(0, end);
        buffer = buffer.slice(end + (isData ? 5 : 2));
        if (!isData) take(piece);
        else {
          taken.push({ ...mail, message: piece });
          mail = { recipients: [], message: '' };
          isData = false;
          answer('250 taken');
        }
      }
    });
  });
}

beforeAll(async () => {
  smtp = takeMail().listen(0, '127.0.0.1');
  await once(smtp, 'listening');
  const { port } = smtp.address() as AddressInfo;
  app = await createTestApp({ smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'Tributary <code@example.org>' });
});
afterAll(async () => {
  await app.close();
  smtp.close();
});

async function deliver(mail: Parameters<typeof sendMail>[1]) {
  taken.length = 0;
  await transact(app.system, (ctx) => sendMail(ctx, mail));
  await app.runJobs();
  const [first] = taken;
  if (!first) throw new Error('nothing left');
  return { recipients: first.recipients, mail: await PostalMime.parse(Buffer.from(first.message, 'latin1')) };
}

test('a mail leaves with its files, and says which are gone', async () => {
  await app.platform.storage.put('uploads/1/one', Buffer.from([0, 255, 13, 10, 46, 13, 10]));
  const { recipients, mail } = await deliver({
    to: 'ada@outside.example',
    subject: 'Grüße',
    text: 'Words',
    html: '<p>Words</p>',
    headers: { 'List-Unsubscribe': '<https://code.example.org/leave>' },
    files: [
      { filename: 'größe "1".bin', storageName: 'uploads/1/one' },
      { filename: 'gone.txt', storageName: 'uploads/1/gone' },
    ],
  });
  expect(recipients).toEqual(['<ada@outside.example>']);
  expect([mail.subject, mail.text?.trim(), mail.html?.trim()]).toEqual(['Grüße', 'Words', '<p>Words</p>']);
  expect(mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toBe('<https://code.example.org/leave>');
  expect(mail.attachments.map((file) => [file.filename, file.disposition])).toEqual([
    ['größe "1".bin', 'attachment'],
    ['gone.txt.txt', 'attachment'],
  ]);
  expect([...new Uint8Array(mail.attachments[0]?.content as ArrayBuffer)]).toEqual([0, 255, 13, 10, 46, 13, 10]);
});

test('what is written into an address or a subject reaches nobody else', async () => {
  const { recipients, mail } = await deliver({
    to: 'ada@outside.example\r\nBcc: eve@outside.example',
    subject: 'One\r\nBcc: eve@outside.example',
    text: 'Words',
  });
  expect(recipients.join()).not.toContain('<eve@outside.example>');
  expect(mail.headers.filter(({ key }) => ['bcc', 'cc'].includes(key))).toEqual([]);
  const several = await deliver({ to: 'ada@outside.example, eve@outside.example', subject: 'Two', text: 'Words' });
  expect(several.recipients).toHaveLength(1);
});

test('a mail that the server refuses for good is given up and recorded; one it cannot take now is tried again', async () => {
  const { db } = app.platform;
  const put = (to: string) => transact(app.system, (ctx) => sendMail(ctx, { to, subject: 'Refused', text: 'Words' }));
  await put('gone@outside.example');
  await app.runJobs();
  await put('busy@outside.example');
  await expect(app.runJobs()).rejects.toThrow('451');
  const mails = await db
    .selectFrom('mail_messages')
    .selectAll()
    .where('subject', '=', 'Refused')
    .orderBy('id')
    .execute();
  expect(mails.map(({ recipient, state }) => [recipient, state])).toEqual([
    ['gone@outside.example', 'failed'],
    ['busy@outside.example', 'queued'],
  ]);
  expect(mails.map(({ error }) => error)).toEqual([expect.stringContaining('550'), expect.stringContaining('451')]);
  const trail = await db.selectFrom('audit_events').selectAll().where('action', '=', 'mail.failed').execute();
  expect(trail).toMatchObject([{ details: { recipient: 'gone@outside.example', status: 550 } }]);
});
