/** The shortest reason that the server takes; it checks again. */
export const MIN_REASON = 15;
