/** The request ids of one command: one per intent, whatever becomes of its attempts. */
export type RequestIds = {
  /** The id for this input: the same as before while that is open, a new one for other input. */
  idFor(input: unknown): string;
  /** The intent is over: what comes next is another one. */
  settle(): void;
};

/** Starts without an intent. `print` makes inputs comparable. */
export function createRequestIds(mint: () => string, print: (input: unknown) => string): RequestIds {
  let open: { readonly id: string; readonly print: string } | null = null;
  return {
    idFor: (input) => {
      const wanted = print(input);
      if (open?.print !== wanted) open = { id: mint(), print: wanted };
      return open.id;
    },
    settle: () => {
      open = null;
    },
  };
}
