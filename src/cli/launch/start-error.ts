/** Why a start ended; the message is a sentence or two that say what to do, shown without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}
