/** HTTP statuses of a final refusal. 401, 403, 408, 429 and 5xx are never outcomes, so they cannot be written here. */
export type RefusalStatus = 400 | 402 | 404 | 409 | 410 | 412 | 422;

/** Plain values by name; a bigint or a time goes in as text. */
export type RefusalDetails = Readonly<Record<string, string | number | boolean | null>>;

/**
 * A final answer of the business that is not a success (sold out, card declined). It is an outcome: stored, and replayed
 * like a success, while the business writes of the run are undone.
 */
export class Refusal<Code extends string = string> {
  readonly code: Code;
  readonly status: RefusalStatus;
  readonly message: string;
  /** What a program may read of it, such as what a thing is now; stored and replayed with the rest. */
  readonly details: RefusalDetails | undefined;
  constructor(code: Code, status: RefusalStatus, message: string, details?: RefusalDetails) {
    this.code = code;
    this.status = status;
    this.message = message;
    this.details = details;
  }
}

/** Shorthand of a verb: `return refuse('sold_out', 409, 'Only 2 left of tea-01, 3 were asked for.')`. */
export const refuse = <Code extends string>(
  code: Code,
  status: RefusalStatus,
  message: string,
  details?: RefusalDetails,
): Refusal<Code> => new Refusal(code, status, message, details);
