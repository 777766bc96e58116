import { type Matcher, matches, type Statement } from './statement.ts';

/** Which of the matching statements: the n-th that comes after the call (default the first), on any or on one connection. */
export type Which = { readonly nth?: number; readonly connection?: number };

/** A place where a statement is stopped. */
export type Barrier = {
  /** Resolves when the statement is stopped there; rejects when the proxy closes before. */
  readonly reached: Promise<Statement>;
  /** Lets it go on, also if it has yet to come; may be called twice. */
  release(): void;
};

/** What happens to a statement on its way to the server. */
export type BeforeRule = { readonly when: 'before'; readonly act: 'hold' | 'cut' | 'cut_once_sent' | 'silence' } & Rule;
/** What happens to the server's answer to it. */
export type AfterRule = { readonly when: 'after'; readonly act: 'hold' | 'cut' | 'silence' } & Rule;

type Rule = {
  /** Tells the rule's owner that the statement is where it should be; `go` lets it go on. */
  reach(statement: Statement, go: () => void): void;
};

type Armed = { readonly matcher: Matcher; readonly which: Which; readonly rule: BeforeRule | AfterRule; seen: number };

/** The faults that wait for their statement; each strikes once. */
export class Rules {
  readonly #armed = new Set<Armed>();
  readonly #abandon = new Set<(error: Error) => void>();

  /** Arms a fault; the promise resolves when it has struck, and `go` is what the struck statement waits for. */
  arm(
    matcher: Matcher,
    which: Which,
    kind: Pick<BeforeRule, 'when' | 'act'> | Pick<AfterRule, 'when' | 'act'>,
  ): Barrier {
    let released = false;
    let goOn: (() => void) | undefined;
    const { promise, resolve, reject } = deferred<Statement>();
    this.#abandon.add(reject);
    const reach = (statement: Statement, go: () => void): void => {
      this.#abandon.delete(reject);
      goOn = go;
      resolve(statement);
      if (released) go();
    };
    this.#armed.add({ matcher, which, seen: 0, rule: { ...kind, reach } });
    return {
      reached: promise,
      release: () => {
        released = true;
        goOn?.();
        goOn = undefined;
      },
    };
  }

  /** Takes the faults that strike this statement, at most one on each side; counts it for all others that match. */
  strike(statement: Statement): { before?: BeforeRule; after?: AfterRule } {
    const struck: { before?: BeforeRule; after?: AfterRule } = {};
    for (const armed of this.#armed) {
      const { matcher, which, rule } = armed;
      if (which.connection !== undefined && which.connection !== statement.connection) continue;
      if (!matches(matcher, statement)) continue;
      armed.seen += 1;
      if (armed.seen < (which.nth ?? 1) || struck[rule.when] !== undefined) continue;
      this.#armed.delete(armed);
      if (rule.when === 'before') struck.before = rule;
      else struck.after = rule;
    }
    return struck;
  }

  /** Disarms everything; whoever still waits is told why nothing will come. */
  disarm(): void {
    this.#armed.clear();
    for (const reject of this.#abandon) reject(new Error('The proxy closed before a statement matched.'));
    this.#abandon.clear();
  }
}

type Deferred<T> = { promise: Promise<T>; resolve(value: T): void; reject(error: Error): void };

const deferred = <T>(): Deferred<T> => {
  let resolve: (value: T) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // A test may arm a fault and never wait for it.
  promise.catch(() => {});
  return { promise, resolve, reject };
};
