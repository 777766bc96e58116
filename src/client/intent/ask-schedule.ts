/** Two seconds: the server's own first look-up of an unknown outcome comes about then. */
const FIRST_ASK_MS = 2_000;

/** Fifteen seconds: nobody can hurry it any more, and a page that is left open costs a query of one row. */
const LONGEST_ASK_MS = 15_000;

/** Milliseconds before an open intent is asked for again, after so many times. It never ends: somebody waits for the answer. */
export const askDelayMs = (asked: number): number => Math.min(LONGEST_ASK_MS, FIRST_ASK_MS * 2 ** Math.min(asked, 10));
