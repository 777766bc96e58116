import { SuperJSON } from 'superjson';
import type { PhasedDefinition } from './definition.ts';
import { parked } from './interruption.ts';

/** Text of a step's result or of an input: keeps Date, bigint, Map, Set and undefined. */
export const toStored = (value: unknown): string => SuperJSON.stringify(value);

/** Reads a stored value back; one of another version is upcast by the definition, or the record is parked. */
export function fromStored(definition: PhasedDefinition, step: string | null, text: string, version: number): unknown {
  const value: unknown = SuperJSON.parse(text);
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
