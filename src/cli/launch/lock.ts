import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** A lock that the kernel holds for this process and drops with it, even at SIGKILL. */
export type Lock = { release(): void };

/** Takes the lock of `name` and tells others `note`; when another process has it, returns that one's note instead. */
export async function takeLock(name: string, note: string): Promise<Lock | { heldBy: string }> {
  const address = lockAddress(name);
  // Two tries: the first may find a socket file that a killed process left behind (macOS only).
  for (let tries = 0; tries < 2; tries += 1) {
    const server = await listen(address, note);
    if (server) return { release: () => void server.close() };
    const heldBy = await ask(address);
    if (heldBy !== undefined) return { heldBy };
    if (!isAbstract(address)) rmSync(address, { force: true });
  }
  return { heldBy: '' };
}

/** Takes the lock of `name` and tells others `note`, waiting for as long as another process has it. */
export async function waitForLock(name: string, note: string): Promise<Lock> {
  for (;;) {
    const lock = await takeLock(name, note);
    if ('release' in lock) return lock;
    // A build takes half a minute: a quarter of a second more is not felt, and four tries a second cost nothing.
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

function lockAddress(name: string): string {
  const print = createHash('sha256').update(name).digest('hex').slice(0, 32);
  if (process.platform === 'win32') return `\\\\.\\pipe\\latchkey-${print}`;
  // Linux has sockets without a file, so nothing stale can stay; the user's id keeps users apart.
  if (process.platform === 'linux') return `\0latchkey-${process.getuid?.() ?? ''}-${print}`;
  return join(tmpdir(), `latchkey-${print}.sock`);
}

function isAbstract(address: string): boolean {
  return address.startsWith('\0') || process.platform === 'win32';
}

function listen(address: string, note: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.end(note);
    });
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(address, () => {
      server.unref();
      resolve(server);
    });
  });
}

async function ask(address: string): Promise<string | undefined> {
  const socket = connect(address);
  // The holder answers from its event loop within milliseconds; two seconds later it still holds the lock, only mute.
  socket.setTimeout(2_000, () => socket.destroy());
  try {
    return await text(socket);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' ? undefined : '';
  }
}
