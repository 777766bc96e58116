import { connect, type Socket } from 'node:net';
import { Answers } from './answers.ts';
import { type Frame, FrameSplitter } from './frames.ts';
import { readOpening } from './read-message.ts';
import type { AfterRule, BeforeRule } from './rules.ts';
import type { Statement } from './statement.ts';
import { type Unit, UnitReader } from './units.ts';

/** Which end of a proxied connection is cut. */
export type Side = 'client' | 'server' | 'both';

/** What a connection asks of the proxy that it belongs to. */
export type Watch = {
  /** Logs a statement that has arrived and says which faults strike it. */
  arrived(unit: StatementUnit): { statement: Statement; before?: BeforeRule; after?: AfterRule };
};

type StatementUnit = Unit & { kind: 'statement' };
type Held = { readonly statement: Statement; readonly behind: Unit[] };

/** One client's connection and the one to the server that it is given. */
export class ProxyConnection {
  readonly answers = new Answers();
  parameters: ReadonlyMap<string, string> = new Map();
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #watch: Watch;
  readonly #fromClient = new FrameSplitter(false);
  readonly #fromServer = new FrameSplitter(true);
  readonly #units = new UnitReader();
  #held: Held | undefined;
  /** Faults that keep answers from the client, and the answers kept. */
  readonly #untold = new Set<AfterRule>();
  readonly #keptAnswers: Buffer[] = [];
  #afterNextSync: (() => void) | undefined;
  #cut = false;
  #silent = false;

  constructor(client: Socket, upstream: { host: string; port: number }, watch: Watch) {
    this.#client = client;
    this.#server = connect(upstream);
    this.#watch = watch;
    for (const socket of [this.#client, this.#server]) socket.setNoDelay(true).on('error', () => {});
    this.#client.on('data', (chunk) => this.#readClient(chunk));
    this.#server.on('data', (chunk) => this.#readServer(chunk));
    // An end that came by itself is passed on; one that a fault made is not, so that the other side hears nothing.
    this.#client.on('close', () => {
      if (this.#held) this.#held.statement.progress = 'dropped';
      if (!this.#cut && !this.#silent) this.#server.destroy();
    });
    this.#server.on('close', () => {
      if (!this.#cut && !this.#silent && this.#untold.size === 0) this.#client.end();
    });
  }

  /** Whether either side still stands. */
  get open(): boolean {
    return !(this.#client.destroyed && this.#server.destroyed);
  }

  /** Ends one side or both at once, without a word of the protocol. The other side, if spared, hears nothing more. */
  cut(side: Side): void {
    this.#cut = true;
    if (side !== 'server') this.#client.resetAndDestroy();
    // An orderly end: after a reset the server's kernel could throw away a COMMIT that was already delivered.
    if (side !== 'client') this.#server.destroy();
  }

  /** From here on every packet is dropped, both ways, ends of connections too; both sockets stay as they are. */
  silence(): void {
    this.#silent = true;
  }

  /** Ends the server's side of a silent connection that its client has left, as the server's own keep-alive would. */
  noticeDeadPeer(): void {
    if (this.#silent && this.#client.destroyed) this.#server.destroy();
  }

  #readClient(chunk: Buffer): void {
    if (this.#silent) return;
    this.#fromClient.push(chunk);
    for (let frame = this.#fromClient.next(); frame && !this.#silent; frame = this.#fromClient.next()) {
      if (!this.#fromClient.typed) this.#openWith(frame);
      else {
        const unit = this.#units.read(frame);
        if (unit) this.#pass(unit);
      }
    }
  }

  #openWith(frame: Frame): void {
    const opening = readOpening(frame);
    if (opening.kind === 'encryption') {
      // "No": whoever insists on TLS gives up, everybody else goes on in the clear, where statements can be read.
      this.#client.write('N');
      return;
    }
    if (opening.kind === 'startup') {
      this.parameters = opening.parameters;
      this.#fromClient.typed = true;
      this.answers.expect({ kind: 'sync' });
    }
    this.#server.write(frame.bytes);
  }

  #pass(unit: Unit): void {
    if (this.#held) this.#held.behind.push(unit);
    else if (unit.kind === 'statement') this.#passStatement(unit);
    else this.#send(unit);
  }

  #passStatement(unit: StatementUnit): void {
    const { statement, before, after } = this.#watch.arrived(unit);
    const send = (written?: () => void): void => {
      statement.progress = 'sent';
      this.answers.expect({ kind: 'statement', statement, after });
      this.#server.write(unit.bytes, written);
    };
    switch (before?.act) {
      case undefined:
        send();
        return;
      case 'hold':
        this.#held = { statement, behind: [] };
        before.reach(statement, () => {
          send();
          this.#passHeld();
        });
        return;
      case 'cut':
        statement.progress = 'dropped';
        this.cut('both');
        before.reach(statement, () => {});
        return;
      case 'silence':
        statement.progress = 'dropped';
        this.silence();
        before.reach(statement, () => {});
        return;
      case 'cut_once_sent': {
        const finish = (): void => {
          this.cut('both');
          before.reach(statement, () => {});
        };
        // In the extended protocol the server runs a statement to its end only with its Sync.
        if (unit.protocol === 'extended') this.#afterNextSync = finish;
        send(unit.protocol === 'simple' ? finish : undefined);
      }
    }
  }

  #passHeld(): void {
    const behind = this.#held?.behind ?? [];
    this.#held = undefined;
    // One of them may be held in its turn; the rest then lines up behind it.
    for (const unit of behind) this.#pass(unit);
  }

  #send(unit: Unit): void {
    if (unit.kind !== 'sync') {
      this.#server.write(unit.bytes);
      return;
    }
    this.answers.expect({ kind: 'sync' });
    this.#server.write(unit.bytes, this.#afterNextSync);
    this.#afterNextSync = undefined;
  }

  #readServer(chunk: Buffer): void {
    if (this.#silent) return;
    this.#fromServer.push(chunk);
    for (let frame = this.#fromServer.next(); frame; frame = this.#fromServer.next()) {
      const { current } = this.answers;
      if (current?.kind === 'statement' && current.after) this.#untold.add(current.after);
      if (this.#untold.size > 0) this.#keptAnswers.push(frame.bytes);
      else this.#client.write(frame.bytes);
      for (const { statement, after } of this.answers.read(frame)) if (after) this.#strikeAfter(statement, after);
    }
  }

  #strikeAfter(statement: Statement, after: AfterRule): void {
    if (after.act === 'cut') this.cut('both');
    if (after.act === 'silence') this.silence();
    after.reach(statement, () => {
      this.#untold.delete(after);
      if (this.#untold.size > 0) return;
      for (const bytes of this.#keptAnswers.splice(0)) this.#client.write(bytes);
      if (this.#server.destroyed && !this.#cut) this.#client.end();
    });
  }
}
