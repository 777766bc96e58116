import { decodeKept, encodeKept, type Kept } from '../../idempotency/kept-value.ts';
import type { PhasedDefinition } from './definition.ts';
import { parked } from './interruption.ts';

/** What the engine itself stores. */
const OURS: Kept = { what: 'The result of a step', root: 'result' };

/**
 * Text of an input, a request or a step's result.
 * @throws NotKeptError, by the member's path, when a resume would read something else.
 */
export const toStored = (value: unknown, kept: Kept = OURS): string => encodeKept(value, kept);

/** The value as a resume reads it. The first attempt gets it so too, that no type changes between attempts. */
export const asStored = <T>(value: T, kept: Kept): T => decodeKept(toStored(value, kept)) as T;

/** Reads a stored value back; one of another version is upcast by the definition, or the record is parked. */
export function fromStored(definition: PhasedDefinition, step: string | null, text: string, version: number): unknown {
  const value: unknown = decodeKept(text);
  if (version === definition.version) return value;
  const what = step === null ? 'The input' : `The result of step "${step}"`;
  if (!definition.upcast) {
    throw parked(
      `${what} was stored by version ${version} of ${definition.procedure}; this build has version ${definition.version} and no upcast.`,
    );
  }
  try {
    return definition.upcast({ step, version, value });
  } catch (error) {
    throw parked(
      `${what} of version ${version} could not be upcast: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
