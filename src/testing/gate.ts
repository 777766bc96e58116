/** A place where tests wait for each other: by order of events, never by the clock. */
export type Gate = {
  /** Resolves when the gate is opened. */
  readonly opened: Promise<void>;
  open(): void;
};

/** A closed gate. */
export const gate = (): Gate => {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
};

/** Makes a function whose callers all wait until `size` of them have come. */
export const meeting = (size: number): (() => Promise<void>) => {
  const everybody = gate();
  let there = 0;
  return async () => {
    there += 1;
    if (there === size) everybody.open();
    await everybody.opened;
  };
};
