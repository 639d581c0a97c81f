import type { WebsocketHandler } from '@fastify/websocket';

const MAX_SOCKETS_PER_ADDRESS = 20;

type Socket = Parameters<WebsocketHandler>[0];

/** How many sockets of all kinds an address has open. */
const open = new Map<string, number>();

/** Counts a socket of this address until it closes; one too many is closed at once, and the answer is false. */
export function admitSocket(socket: Socket, address: string): boolean {
  const count = (open.get(address) ?? 0) + 1;
  if (count > MAX_SOCKETS_PER_ADDRESS) {
    socket.close(1013, 'Too many connections');
    return false;
  }
  open.set(address, count);
  socket.on('close', () => {
    const left = (open.get(address) ?? 1) - 1;
    if (left > 0) open.set(address, left);
    else open.delete(address);
  });
  return true;
}
