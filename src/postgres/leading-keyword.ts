/**
 * What one statement may do to the run whose connection it goes over, by how it begins.
 * - `data`: reads and writes rows. What its functions do to the session a reset undoes.
 * - `savepoint`: sets, releases or goes back to a savepoint.
 * - `session`: acts on the session or the catalog in ways that a reset of the session undoes, or that are the transaction's.
 * - `transaction`: begins or ends a transaction.
 * - `prepared`: prepares, runs or drops statements of the session by name, under which the driver keeps its own.
 * - `tripwire`: closes every cursor, or touches one whose name begins as ours.
 * - `unknown`: anything else. Nobody can say what it leaves behind.
 */
export type StatementKind = 'data' | 'savepoint' | 'session' | 'transaction' | 'prepared' | 'tripwire' | 'unknown';

/**
 * Says what a text is that is sent as one statement (a server that gets several in one Parse refuses them). Exact where it
 * matters: white space, comments, identifiers and their case are those of PostgreSQL's lexer (src/backend/parser/scan.l),
 * and empty statements before the first are skipped as its grammar does. Total: any text has a kind.
 */
export function kindOfStatement(text: string): StatementKind {
  const tokens = new Tokens(text);
  let first = tokens.next();
  while (first === ';') first = tokens.next();
  // Only a query can begin with a parenthesis.
  if (first === '' || first === '(') return 'data';
  switch (first) {
    case 'rollback': {
      const second = tokens.next();
      const to = second === 'work' || second === 'transaction' ? tokens.next() : second;
      return to === 'to' ? 'savepoint' : 'transaction';
    }
    case 'prepare':
      return tokens.next() === 'transaction' ? 'transaction' : 'prepared';
    case 'close':
    case 'declare':
    case 'fetch':
    case 'move':
      return namesOurs(first, tokens) ? 'tripwire' : 'session';
    default:
      return KINDS.get(first) ?? 'unknown';
  }
}

/** Cursors of this prefix are the engine's. */
export const OUR_PREFIX = 'latchkey_';

function namesOurs(first: string, tokens: Tokens): boolean {
  if (first === 'close' || first === 'declare') {
    const name = tokens.next();
    return (first === 'close' && name === 'all') || mayBeOurs(name);
  }
  // Anywhere behind the verb: `FETCH FORWARD 1 FROM name`. A row that is called so is refused too; nobody has one.
  for (let token = tokens.next(); token !== ''; token = tokens.next()) if (mayBeOurs(token)) return true;
  return false;
}

/** A name with Unicode escapes may be any. */
const mayBeOurs = (name: string): boolean => name.startsWith(OUR_PREFIX) || name === 'u&';

const listed = (kind: StatementKind, words: string): [string, StatementKind][] =>
  words.split(' ').map((word) => [word, kind]);

const KINDS: ReadonlyMap<string, StatementKind> = new Map([
  ...listed('data', 'select insert update delete merge values table with'),
  ...listed('savepoint', 'savepoint release'),
  ...listed('transaction', 'begin start commit end abort'),
  ...listed('prepared', 'execute deallocate discard'),
  ...listed('session', 'set reset show listen unlisten notify lock do call copy truncate explain analyze analyse'),
  ...listed('session', 'create alter drop comment grant revoke refresh'),
]);

const IDENTIFIER = /[a-z_\u0080-\uffff][a-z_0-9$\u0080-\uffff]*/iy;
const QUOTED = /"((?:[^"]|"")*)"/y;
const SPACE = new Set([' ', '\t', '\n', '\r', '\f', '\v']);

/** The tokens of a text: words in lower case, quoted names without their quotes, `u&` for a name with Unicode escapes, else one character; '' at the end. */
class Tokens {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  next(): string {
    this.#skipBlank();
    if (/^u&["']/i.test(this.#text.slice(this.#at, this.#at + 3))) {
      this.#at += 2;
      return 'u&';
    }
    const word = this.#match(IDENTIFIER)?.[0];
    if (word !== undefined) return asciiLower(word);
    const quoted = this.#match(QUOTED)?.[1];
    if (quoted !== undefined) return quoted.replaceAll('""', '"');
    const character = this.#text.charAt(this.#at);
    this.#at += 1;
    return character;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match) this.#at = pattern.lastIndex;
    return match;
  }

  #skipBlank(): void {
    for (;;) {
      if (SPACE.has(this.#text.charAt(this.#at))) this.#at += 1;
      else if (this.#text.startsWith('--', this.#at)) this.#skipLine();
      else if (this.#text.startsWith('/*', this.#at)) this.#skipComment();
      else return;
    }
  }

  #skipLine(): void {
    while (this.#at < this.#text.length && !/[\n\r]/.test(this.#text.charAt(this.#at))) this.#at += 1;
  }

  /** They nest. One that is not ended goes to the end of the text, and the server refuses it. */
  #skipComment(): void {
    let depth = 0;
    do {
      if (this.#text.startsWith('/*', this.#at)) depth += 1;
      else if (this.#text.startsWith('*/', this.#at)) depth -= 1;
      else {
        this.#at += 1;
        continue;
      }
      this.#at += 2;
    } while (depth > 0 && this.#at < this.#text.length);
  }
}

/** Keywords are folded by ASCII alone: `ſet` is no SET. */
const asciiLower = (word: string): string => word.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
