// Starts processes for the service. A fork copies the page tables of whoever forks, so it takes a process of many megabytes
// several milliseconds, in which it answers nobody; this one is small. Plain JavaScript, to stay so. See launcher.ts.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { dirname } from 'node:path';

/** Connections to the service that no process has yet, by number. */
const waiting = new Map();
/** Process ids of what was started, until the service says that it is done with it. */
const started = new Map();
let settings;
let lastNumber = 0;

function openConnection() {
  const number = (lastNumber += 1);
  const socket = new Socket();
  // Whatever comes in belongs to the process that will get it.
  socket.pause();
  socket.on('error', () => undefined);
  waiting.set(number, socket);
  socket.connect(settings.address, () => socket.write(settings.secret + String(number).padStart(12, '0')));
}

function relay(pipe, socket) {
  pipe.on('error', () => socket.destroy());
  socket.on('error', () => pipe.destroy());
  pipe.pipe(socket);
  socket.pipe(pipe);
}

/** A service that was killed hears nothing any more, and that is no reason to fall before all is tidy. */
function tell(message) {
  process.send(message, () => undefined);
}

function launch({ id, command, argv, env, numbers }) {
  const sockets = numbers.map((number) => {
    const socket = waiting.get(number);
    waiting.delete(number);
    return socket;
  });
  for (const _socket of sockets) setImmediate(openConnection);
  const [stdin, stdout, stderr, ...others] = sockets;
  try {
    const stdio = [stdin, stdout, stderr, ...others.map(() => 'pipe')];
    // Beyond the standard three a process gets pipes of its own: only for those is waiting for input certain to work.
    const child = spawn(command, argv, { cwd: '/', env, stdio, detached: true });
    started.set(id, child.pid);
    child.on('error', (error) => tell({ id, error: error.code ?? error.message }));
    child.on('exit', (code) => tell({ id, code }));
    others.forEach((socket, index) => relay(child.stdio[index + 3], socket));
  } catch (error) {
    tell({ id, error: error.code ?? error.message });
    for (const socket of others) socket.destroy();
  }
  // The process has its own copies.
  for (const socket of [stdin, stdout, stderr]) socket.destroy();
}

function signal({ id, name }) {
  const pid = started.get(id);
  if (pid === undefined) return;
  try {
    process.kill(-pid, name);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

process.on('message', (message) => {
  if (message.kind === 'launch') launch(message);
  else if (message.kind === 'signal') signal(message);
  else if (message.kind === 'done') started.delete(message.id);
  else {
    settings = message;
    for (let count = 0; count < settings.ahead; count += 1) openConnection();
  }
});
process.on('disconnect', () => process.exit());
process.on('exit', () => {
  // A service that was killed could not tidy up.
  if (settings !== undefined) rmSync(dirname(settings.address), { recursive: true, force: true });
});
