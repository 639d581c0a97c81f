/**
 * What PostgreSQL's protocol (version 3, "Extended Query") sends to run a statement that a connection knows by its name:
 * Bind, Execute and Sync as one piece, so that one call to the system writes them.
 */
const EXECUTE_AND_SYNC = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4]);
const BIND = 0x42;

/** Parameters and answers as text, all rows. Neither the name nor the parameter may hold a zero byte. */
export function boundQuestion(name: string, parameter?: string): Buffer {
  const nameLength = Buffer.byteLength(name);
  const parameterLength = parameter === undefined ? 0 : Buffer.byteLength(parameter);
  // Its own length, portal and name with their ends, three counts.
  const bindLength = 4 + 1 + nameLength + 1 + 2 + 2 + 2 + (parameter === undefined ? 0 : 4 + parameterLength);
  const message = Buffer.alloc(1 + bindLength + EXECUTE_AND_SYNC.length);
  let at = message.writeUInt8(BIND, 0);
  at = message.writeInt32BE(bindLength, at);
  // The portal has no name. All parameters and results are text, which is what no formats mean.
  at += 1;
  at += message.write(name, at) + 1;
  at = message.writeInt16BE(0, at);
  at = message.writeInt16BE(parameter === undefined ? 0 : 1, at);
  if (parameter !== undefined) {
    at = message.writeInt32BE(parameterLength, at);
    at += message.write(parameter, at);
  }
  at = message.writeInt16BE(0, at);
  EXECUTE_AND_SYNC.copy(message, at);
  return message;
}
