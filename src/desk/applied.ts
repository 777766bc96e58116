/** Values as the audit keeps them, before masking; a bigint is kept as text. */
export type AuditValues = Readonly<Record<string, unknown>>;

/** What a command of the desk did: its answer, and what its audit row says beside who, what and why. */
export type Applied<T> = {
  readonly answer: T;
  /** What the command was applied to, where that is known only afterwards. */
  readonly target?: string | undefined;
  readonly before?: AuditValues | undefined;
  readonly after?: AuditValues | undefined;
  readonly evidenceId?: string | undefined;
  readonly secondActorId?: string | undefined;
};
