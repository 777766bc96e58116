/**
 * Where a caller's twenty seconds go, in milliseconds. Each bound lies above the one inside of it, so that the inner one, which
 * knows more, speaks first: the server's lock bound, its statement bound, Node's bound of an answer, the run's, the caller's.
 */
export const TIME_BUDGET = {
  /** A person still waits so long for a free or new connection; a server that is up accepts one within milliseconds. */
  connectMs: 3_000,
  /** Longer than any honest row lock of another run, shorter than a person's patience. */
  lockTimeoutMs: 2_000,
  /** A statement of a request that needs more than this needs an index. */
  statementTimeoutMs: 5_000,
  /** The work only talks to this database; a silence this long is a hung handler or a dead process. */
  idleTimeoutMs: 10_000,
  /** The statement's bound and time for its error to arrive: who is silent longer is not there, and is given up. */
  silenceMs: 6_500,
  /** A read by a key of its own waits for no row lock: a third of the time of a statement is a dead connection already. */
  readMs: 3_000,
  /** A table that is being altered comes back at once or is a mistake: reads that queue behind it stop all others. */
  readLockMs: 1_000,
  /** All tries of a run together; far above any honest one, and far enough below `answerMs` for its rollback or settling. */
  runMs: 15_000,
  /** A statement ends within milliseconds of a cancel request that arrives. */
  cancelGraceMs: 1_000,
  /** Goodbyes are a courtesy: a server that does not answer one is left. */
  goodbyeMs: 2_000,
  /** A lost COMMIT is looked for so long: a server that still commits then is ill. */
  settleMs: 2_000,
  /**
   * When every caller is answered at the latest, whatever still goes on behind the answer. One second below the twenty that are
   * promised, for the way there and back and a busy event loop. The sum of what may come one after the other is larger
   * (connect 3, claim 6.5, work 15, COMMIT 6.5, settle 5), but takes a server that is slow at each of them and silent at none.
   */
  answerMs: 19_000,
} as const;
