import { onTestFailed } from 'vitest';

/** Prints what a 500 was made of if the test that is running fails; at once where none is running, as in a hook. */
export function showFault(path: string | undefined, fault: unknown): void {
  const show = (): void => console.error(`${path ?? 'The request'} was answered 500, because of:`, fault);
  try {
    onTestFailed(show);
  } catch {
    show();
  }
}
